-- Makes two or more steps of every unfinished puzzle, up to 26, and prints the puzzles of which the last was not the end. A puzzle that singles solve
-- needs nothing else. For other puzzles run it until it prints nothing, as these lines do in a shell:
--
--     while sqlite3 -bail my.db '.read sql/solve.sql' | grep .; do :; done
--     while psql my -qAt -v ON_ERROR_STOP=1 -f sql/solve.sql | grep .; do :; done
--
-- shell/one_step.sql prepares all statements of the catalogue, so sqlite3 first takes the steps by singles that need few.

/* /* */
.read sql/fill_candidates.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/one_step.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/singles.sql
.read sql/shell/one_step.sql
-- */ \ir fill_candidates.sql \set more 1 \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */ \if :more \ir shell/one_step.sql \endif \\ /*
-- */

SELECT a.puzzle_id, a.step, a.rule
FROM advanced AS a
ORDER BY a.puzzle_id;
