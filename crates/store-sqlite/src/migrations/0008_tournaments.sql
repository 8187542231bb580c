-- Tournaments of people: each is kept as a whole, and replaced only if it has not changed meanwhile.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    is_over BIGINT NOT NULL,
    created BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX tournaments_newest ON tournaments (is_over, created);
