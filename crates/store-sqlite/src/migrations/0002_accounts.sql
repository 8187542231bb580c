-- People with accounts: how they log in, what their bots prove themselves by, and who is banned.
ALTER TABLE users ADD COLUMN bot BIGINT NOT NULL DEFAULT 0;
CREATE INDEX users_guests ON users (guest, seen);

-- The key of a name is the same for names that look alike. Who has no password has tokens.
CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY,
    name_key TEXT NOT NULL UNIQUE,
    password TEXT,
    email TEXT,
    created BIGINT NOT NULL
);

CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE bot_tokens (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX bot_tokens_user ON bot_tokens (user_id, created);

CREATE TABLE bans (
    user_id TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    since BIGINT NOT NULL
);

-- Which private lines concern whom: each has a row for either side.
CREATE TABLE private_lines (
    user_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
INSERT INTO private_lines (user_id, number)
    SELECT substr(channel, 9, instr(substr(channel, 9), '/') - 1), number
    FROM chats WHERE channel LIKE 'private/%';
INSERT INTO private_lines (user_id, number)
    SELECT substr(channel, 9 + instr(substr(channel, 9), '/')), number
    FROM chats WHERE channel LIKE 'private/%'
    ON CONFLICT DO NOTHING;

-- Who sat where, for whoever wants to know all tables of a person.
CREATE INDEX events_sat ON events (table_id) WHERE kind = 'sat';
