-- What has happened, each entry sealed by a hash over itself and the one before; `chain` says how.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    time BIGINT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    place BIGINT NOT NULL,
    content BLOB NOT NULL,
    hash BLOB NOT NULL
);

-- The hash over all events of a table, and up to which of them an entry covers it.
ALTER TABLE tables ADD COLUMN events_hash BLOB NOT NULL DEFAULT x'';
ALTER TABLE tables ADD COLUMN sealed_seq BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_unsealed ON tables (id) WHERE sealed_seq < last_seq;

-- Once the salt is gone, nobody can find out by guessing what an erased line said.
ALTER TABLE chats ADD COLUMN salt BLOB NOT NULL DEFAULT x'';
UPDATE chats SET salt = randomblob(16);
