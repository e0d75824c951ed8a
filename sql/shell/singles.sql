-- Makes the next step of the puzzles that have one by singles. It is quick, because it prepares few statements.
BEGIN;
/* /* */
.read sql/full_house.sql
.read sql/naked_single.sql
.read sql/hidden_single.sql
.read sql/apply.sql
-- */
COMMIT;
