-- Reports about games. What was found so far is kept until a report is finished, so that it goes on after a restart.
CREATE TABLE game_reports (
    id TEXT PRIMARY KEY,
    asker TEXT NOT NULL,
    created BIGINT NOT NULL,
    record TEXT NOT NULL,
    origin TEXT,
    findings TEXT,
    report TEXT
);
CREATE INDEX game_reports_unfinished ON game_reports (created) WHERE report IS NULL;
CREATE INDEX game_reports_asker ON game_reports (asker);
-- What a report says about a person who played.
CREATE TABLE reported_matches (
    user_id TEXT NOT NULL,
    report TEXT NOT NULL,
    finished BIGINT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (user_id, report)
);
CREATE INDEX reported_matches_newest ON reported_matches (user_id, finished);
