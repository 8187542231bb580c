-- How people do with the puzzles, how people do with each of them, what was tried, and mistakes that come back.
CREATE TABLE solvers (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);

CREATE TABLE puzzles (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

CREATE TABLE puzzle_tries (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    is_solved BIGINT NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, puzzle)
);

CREATE TABLE mistakes (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    id TEXT NOT NULL,
    options TEXT NOT NULL,
    position TEXT NOT NULL,
    best TEXT NOT NULL,
    played TEXT NOT NULL,
    table_id TEXT NOT NULL,
    made BIGINT NOT NULL,
    stage BIGINT NOT NULL,
    due BIGINT,
    PRIMARY KEY (user_id, game, id)
);
