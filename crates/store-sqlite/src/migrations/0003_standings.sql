-- What the dice of a table are drawn from; shown to nobody before its match is over.
CREATE TABLE dice_secrets (
    table_id TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);

-- What a finished match means for each chair; written together with its results.
CREATE TABLE standings (
    table_id TEXT NOT NULL,
    chair BIGINT NOT NULL,
    user_id TEXT,
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    outcome TEXT NOT NULL,
    points BIGINT NOT NULL,
    moves BIGINT NOT NULL,
    thinking BIGINT NOT NULL,
    is_public BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    PRIMARY KEY (table_id, chair)
);
CREATE INDEX standings_user ON standings (user_id, finished, table_id);

-- A match changes a rating once: the key sees to it.
CREATE TABLE rating_changes (
    table_id TEXT NOT NULL,
    chair BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    after DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    provisional BIGINT NOT NULL,
    PRIMARY KEY (table_id, user_id, game)
);
CREATE INDEX ratings_game ON ratings (game, rating);
