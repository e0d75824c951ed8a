-- Begins a search. The temporary tables have the state of the unfinished puzzles. They hide the views of the same names, which a technique
-- file would compute again in each statement. A line that begins with a dot is for sqlite3, and one with -- */ for psql.

DELETE FROM deduction;

DELETE FROM deduction_evidence;

-- The settings of the solver on a server.
/* /* */
-- */ SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL client_min_messages = warning; /*
-- */ SET LOCAL join_collapse_limit = 1; SET LOCAL enable_nestloop = on; SET LOCAL enable_hashjoin = off; /*
-- */ SET LOCAL enable_mergejoin = off;

-- One row for each puzzle, with the first technique.
CREATE TEMP TABLE pass AS
SELECT z.puzzle_id, t.name AS technique, t.size, 0 AS skip_complements
FROM puzzle AS z
CROSS JOIN technique AS t
WHERE z.status IN ('new', 'stuck') AND z.variant = 'classic' AND t.tier = (SELECT MIN(o.tier) FROM technique AS o);

CREATE TEMP TABLE work_cell AS
SELECT c.puzzle_id, c.cell, c.digit, c.rule
FROM pass AS p
CROSS JOIN cell AS c
WHERE c.puzzle_id = p.puzzle_id;

CREATE TEMP TABLE candidate_mask AS
SELECT c.puzzle_id, c.cell, CAST(SUM(t.mask) AS BIGINT) AS mask
FROM pass AS p
CROSS JOIN candidate AS c
CROSS JOIN token AS t
WHERE c.puzzle_id = p.puzzle_id AND t.digit = c.digit
GROUP BY c.puzzle_id, c.cell;

CREATE UNIQUE INDEX step_candidate_mask ON candidate_mask (puzzle_id, cell);

CREATE TEMP TABLE unit_state AS
SELECT p.puzzle_id, u.unit_no, CAST(a.places - COALESCE(f.places, 0) AS INTEGER) AS open_places, CAST(a.mask - COALESCE(f.mask, 0) AS BIGINT) AS missing
FROM pass AS p
CROSS JOIN unit_name AS u
CROSS JOIN pass_variant AS a
LEFT JOIN (
    SELECT c.puzzle_id, l.unit_no, SUM(l.place) AS places, SUM(t.mask) AS mask
    FROM work_cell AS c
    CROSS JOIN location AS l
    CROSS JOIN token AS t
    WHERE l.cell = c.cell AND t.digit = c.digit
    GROUP BY c.puzzle_id, l.unit_no
) AS f ON f.puzzle_id = p.puzzle_id AND f.unit_no = u.unit_no;

CREATE UNIQUE INDEX step_unit_state ON unit_state (puzzle_id, unit_no);

CREATE TEMP TABLE place_mask (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    places INTEGER NOT NULL,
    PRIMARY KEY (puzzle_id, unit_no, digit)
);
