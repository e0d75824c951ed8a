-- Makes the next step of every unfinished puzzle, and lists in advanced the puzzles that have a new step and are not solved yet.

BEGIN;

/* /* */
.read sql/shell/search.sql
-- */ \ir search.sql

CREATE TEMP TABLE before_step AS
SELECT z.puzzle_id, z.steps
FROM puzzle AS z
WHERE z.puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d);

/* /* */
.read sql/apply.sql
-- */ \ir ../apply.sql

DROP TABLE IF EXISTS advanced;

CREATE TEMP TABLE advanced AS
SELECT z.puzzle_id, s.step, s.rule
FROM before_step AS b
INNER JOIN puzzle AS z ON z.puzzle_id = b.puzzle_id AND z.steps > b.steps AND z.status IN ('new', 'stuck')
INNER JOIN step AS s ON s.puzzle_id = z.puzzle_id AND s.step = z.steps;

DROP TABLE before_step;

COMMIT;

/* /* */
-- */ SELECT EXISTS (SELECT 1 FROM advanced) AS more \gset
