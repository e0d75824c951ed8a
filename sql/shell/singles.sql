-- Makes the next step of the puzzles that have one by singles. It is quick, because it prepares few statements.
BEGIN;
/* /* */
.read sql/technique/full_house.sql
.read sql/technique/naked_single.sql
.read sql/technique/hidden_single.sql
.read sql/apply.sql
-- */
COMMIT;
