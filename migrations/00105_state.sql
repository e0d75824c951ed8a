-- +goose Up
-- The state of puzzles as people read it. Triggers (00109) let them write it too. The tables behind these views are in 00104.

-- All 81 cells of every puzzle. digit is null for an open cell. Givens, and digits that came with the puzzle, have step 0.
-- combination_id is the set of the candidates of an open cell of an unfinished puzzle, otherwise 0. If nobody has played or solved
-- the puzzle, the candidates are the digits that the row, the column and the box of the cell all miss. A puzzle with a state
-- has candidates as soon as the program has read the state.
-- @sqlite begin
CREATE VIEW grid_cell AS
SELECT z.puzzle_id, l.cell, l.row_no, l.column_no,
    COALESCE(c.digit, CASE WHEN SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1) BETWEEN '1' AND '9'
        THEN CAST(SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1) AS INTEGER) END) AS digit,
    COALESCE(c.step, 0) AS step, COALESCE(c.rule_no, 100) AS rule_no,
    COALESCE(c.pattern, c.unit_no * 1000 + c.cell * 10 + c.digit, 0) AS pattern, z.status,
    -- @include shared/set_of_candidates
    AS combination_id
FROM puzzle AS z
LEFT JOIN stored_candidate AS k ON k.puzzle_id = z.puzzle_id
CROSS JOIN location_wide AS l
LEFT JOIN stored_cell AS c ON c.puzzle_id = z.puzzle_id AND c.cell = l.cell;

-- The filled cells that are no givens. It is quicker than the view cell in a statement about many puzzles.
CREATE VIEW filled_cell AS
SELECT c.puzzle_id, c.cell, c.digit, c.step, r.rule, COALESCE(c.pattern, c.unit_no * 1000 + c.cell * 10 + c.digit, 0) AS pattern
FROM stored_cell AS c
INNER JOIN rule AS r ON r.rule_no = c.rule_no;

-- One row for each pass that changed a puzzle.
CREATE VIEW step AS
SELECT s.puzzle_id, s.step, r.rule, s.placements, s.eliminations, s.run_id
FROM stored_step AS s
INNER JOIN rule AS r ON r.rule_no = s.rule_no;
-- @sqlite end

-- @postgres begin
-- Citus loses the constants of CASE x WHEN 1 in an INSERT ... SELECT that it sends to the nodes. So each WHEN here and in the next
-- view is a whole condition.
CREATE VIEW grid_cell AS
SELECT x.puzzle_id, x.cell, x.row_no, x.column_no,
    CASE WHEN x.field > 0 THEN x.field / 100000000 ELSE NULLIF(STRPOS('123456789', x.given), 0) END AS digit,
    x.field / 100000 % 1000 AS step,
    CASE WHEN x.field > 0 THEN x.field / 100 % 1000 ELSE 100 END AS rule_no,
    CASE
        WHEN x.field % 100 = 0 THEN 0
        WHEN x.field % 100 = 98 THEN x.cell * 10 + x.field / 100000000
        WHEN x.field % 100 = 99 THEN x.pattern
        ELSE x.field % 100 * 1000 + x.cell * 10 + x.field / 100000000
    END AS pattern,
    x.status, x.combination_id
FROM (
    SELECT z.puzzle_id, z.status, l.cell, l.row_no, l.column_no, SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1) AS given,
        COALESCE(s.cells[l.row_no * 9 - 9 + l.column_no], 0) AS field, s.patterns[l.row_no * 9 - 9 + l.column_no] AS pattern,
        -- @include shared/set_of_candidates
        AS combination_id
    FROM puzzle AS z
    CROSS JOIN location_wide AS l
    LEFT JOIN stored_path AS s ON s.puzzle_id = z.puzzle_id
    LEFT JOIN stored_candidate AS k ON k.puzzle_id = z.puzzle_id
) AS x;

-- The filled cells that are no givens. It is quicker than the view cell in a statement about many puzzles.
CREATE VIEW filled_cell AS
SELECT x.puzzle_id, x.cell, x.field / 100000000 AS digit, x.field / 100000 % 1000 AS step, r.rule,
    CASE
        WHEN x.field % 100 = 0 THEN 0
        WHEN x.field % 100 = 98 THEN x.cell * 10 + x.field / 100000000
        WHEN x.field % 100 = 99 THEN x.pattern
        ELSE x.field % 100 * 1000 + x.cell * 10 + x.field / 100000000
    END AS pattern
FROM (
    SELECT s.puzzle_id, l.cell, s.cells[l.row_no * 9 - 9 + l.column_no] AS field, s.patterns[l.row_no * 9 - 9 + l.column_no] AS pattern
    FROM stored_path AS s
    CROSS JOIN location_wide AS l
) AS x
INNER JOIN rule AS r ON r.rule_no = x.field / 100 % 1000
WHERE x.field > 0;

-- One row for each pass that changed a puzzle.
CREATE VIEW step AS
SELECT x.puzzle_id, x.step, r.rule, CAST(x.field / 1000 % 100 AS INTEGER) AS placements, CAST(x.field % 1000 AS INTEGER) AS eliminations,
    COALESCE(NULLIF(x.field / 100000000, 0), x.run_id) AS run_id
FROM (
    SELECT s.puzzle_id, CAST(n.step AS INTEGER) AS step, n.field, s.runs[n.step] AS run_id
    FROM stored_path AS s
    CROSS JOIN LATERAL UNNEST(s.steps) WITH ORDINALITY AS n (field, step)
) AS x
INNER JOIN rule AS r ON r.rule_no = x.field / 100000 % 1000
WHERE x.field > 0;
-- @postgres end

-- The filled cells. The condition on status makes SQLite read the puzzles in their order, instead of an index that has the givens.
-- pattern is the evidence of the placement as a number, which the view evidence decodes.
CREATE VIEW cell AS
SELECT g.puzzle_id, g.cell, g.digit, g.step, r.rule, g.pattern
FROM grid_cell AS g
INNER JOIN rule AS r ON r.rule_no = g.rule_no
WHERE g.digit IS NOT NULL AND g.status <> '';

-- Every candidate that a technique eliminated, and the pattern that proves it. Candidates that a placement removes have no
-- row. Step 0 with rule given is a pencil mark that was crossed out in the imported puzzle.
CREATE VIEW elimination AS
SELECT e.puzzle_id, e.step, e.cell, e.digit, r.rule, e.pattern -- @sqlite
SELECT e.puzzle_id, CAST(e.step AS INTEGER) AS step, e.cell, e.digit, r.rule, e.pattern -- @postgres
FROM stored_elimination AS e
INNER JOIN rule AS r ON r.rule_no = e.rule_no;

-- The cells of unfinished puzzles with the sets of their candidates.
CREATE VIEW open_cell AS
SELECT g.puzzle_id, g.cell, g.row_no, g.column_no, g.combination_id
FROM grid_cell AS g
WHERE g.status IN ('new', 'stuck');

-- The candidates of unfinished puzzles, one row for each pencil mark.
CREATE VIEW candidate AS
SELECT o.puzzle_id, o.cell, m.digit
FROM open_cell AS o
INNER JOIN combination_member AS m ON m.combination_id = o.combination_id;

-- +goose Down
DROP VIEW candidate;
DROP VIEW open_cell;
DROP VIEW elimination;
DROP VIEW cell;
DROP VIEW step;
DROP VIEW filled_cell;
DROP VIEW grid_cell;
