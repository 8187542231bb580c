-- Whom people follow, mute and block, and what they have reported to whoever runs the server.
CREATE TABLE relations (
    from_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    to_id TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (from_id, kind, to_id)
);
CREATE INDEX relations_to ON relations (to_id, kind);

CREATE TABLE reports (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    by_id TEXT NOT NULL,
    about_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    table_id TEXT,
    time BIGINT NOT NULL
);
CREATE INDEX reports_by ON reports (by_id);
CREATE INDEX reports_about ON reports (about_id);
