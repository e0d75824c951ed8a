-- Finds the easiest deductions of every unfinished puzzle and applies nothing. The view next_deduction shows them, and the view evidence shows
-- their patterns. It looks for the techniques that sql/step.sql looks for. Run it in the folder that has the folder sql:
--
--     sqlite3 -bail my.db '.read sql/find.sql' 'SELECT text FROM next_deduction'
--     psql my -v ON_ERROR_STOP=1 -f sql/find.sql -c 'SELECT text FROM next_deduction'

/* /* */
.read sql/fill_candidates.sql
-- */ \ir fill_candidates.sql

BEGIN;

/* /* */
.read sql/shell/search.sql
-- */ \ir shell/search.sql

COMMIT;
