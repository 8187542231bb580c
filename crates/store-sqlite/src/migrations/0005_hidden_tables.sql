-- listed is 0 for a table that is over, 1 for one that the lobby lists, and 2 for one that it does not list. Until now
-- the last were 0 as well. Nothing that people type looks like this in a summary: its quotes would be escaped.
UPDATE tables SET listed = 2
WHERE listed = 0 AND (summary LIKE '%"phase":"waiting"%' OR summary LIKE '%"phase":"playing"%');
