-- Makes the next step of every unfinished puzzle, as the solver does, and prints the puzzles that have a new step and are not solved yet.
-- The techniques of forcing and search are left out. Run it in the folder that has the folder sql:
--
--     sqlite3 -bail my.db '.read sql/step.sql'
--     psql my -v ON_ERROR_STOP=1 -f sql/step.sql

/* /* */
.read sql/fill_candidates.sql
.read sql/shell/one_step.sql
-- */ \ir fill_candidates.sql \ir shell/one_step.sql

SELECT a.puzzle_id, a.step, a.rule
FROM advanced AS a
ORDER BY a.puzzle_id;
