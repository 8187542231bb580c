-- Times are milliseconds since 1970, ids and JSON are text: the same schema works in PostgreSQL.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    guest BIGINT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);

CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE leases (
    node TEXT PRIMARY KEY,
    epoch BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    settings TEXT NOT NULL,
    secret TEXT NOT NULL,
    invite TEXT NOT NULL UNIQUE,
    summary TEXT NOT NULL,
    listed BIGINT NOT NULL,
    created BIGINT NOT NULL,
    client TEXT NOT NULL,
    number BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    owner_node TEXT,
    owner_epoch BIGINT,
    UNIQUE (client, number)
);
CREATE INDEX tables_listed ON tables (listed, created);

CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    time BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    client TEXT,
    number BIGINT,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client, number)
);

CREATE TABLE chats (
    number BIGINT PRIMARY KEY,
    channel TEXT NOT NULL,
    sender TEXT NOT NULL,
    text TEXT NOT NULL,
    time BIGINT NOT NULL,
    client TEXT NOT NULL,
    client_number BIGINT NOT NULL,
    UNIQUE (client, client_number)
);
CREATE INDEX chats_channel ON chats (channel, number);

CREATE TABLE results (
    table_id TEXT NOT NULL,
    chair BIGINT NOT NULL,
    user_id TEXT,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    points BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    PRIMARY KEY (table_id, chair)
);
CREATE INDEX results_user ON results (user_id, finished);

CREATE TABLE ratings (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);
