-- The same for names that look alike. Accounts of earlier versions may share one and keep their names, so it is not
-- unique; the program fills it in, for SQL cannot tell what looks alike.
ALTER TABLE accounts ADD COLUMN name_look TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_look ON accounts (name_look);
