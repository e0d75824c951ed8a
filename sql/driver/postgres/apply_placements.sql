INSERT INTO work_cell (puzzle_id, cell, digit, step, rule)
SELECT d.puzzle_id, d.cell, d.digit, w.step, d.technique
FROM deduction AS d
CROSS JOIN work_puzzle AS w
WHERE d.placement = 1 AND w.puzzle_id = d.puzzle_id;

-- One statement does the rest, because its parts see the same state and each of them changes a row only once. The units no
-- longer miss the placed digits, and the cells are no longer open. Then the peers of a placement lose its digit. Several
-- placements may change one cell.
WITH placed AS MATERIALIZED (
    SELECT d.puzzle_id, d.cell, t.mask, m.row_no, m.column_no, m.box_no
    FROM deduction AS d
    CROSS JOIN token AS t
    CROSS JOIN candidate_mask AS m
    WHERE d.placement = 1 AND t.digit = d.digit AND m.puzzle_id = d.puzzle_id AND m.cell = d.cell
),
filled_unit AS (
    UPDATE unit_state
    SET open_places = unit_state.open_places - x.places, missing = unit_state.missing - x.mask
    FROM (
        SELECT d.puzzle_id, l.unit_no, SUM(l.place) AS places, CAST(SUM(d.mask) AS BIGINT) AS mask
        FROM placed AS d
        CROSS JOIN location AS l
        WHERE l.cell = d.cell
        GROUP BY d.puzzle_id, l.unit_no
    ) AS x
    WHERE unit_state.puzzle_id = x.puzzle_id AND unit_state.unit_no = x.unit_no
),
filled_cell AS (
    DELETE FROM candidate_mask
    USING placed AS d
    WHERE candidate_mask.puzzle_id = d.puzzle_id AND candidate_mask.cell = d.cell
)
UPDATE candidate_mask
SET mask = candidate_mask.mask & ~x.mask
FROM (
    SELECT m.puzzle_id, m.cell, BIT_OR(d.mask) AS mask
    FROM placed AS d
    CROSS JOIN candidate_mask AS m
    WHERE m.puzzle_id = d.puzzle_id
        AND m.mask & d.mask <> 0
        AND m.cell <> d.cell
        AND (m.row_no = d.row_no OR m.column_no = d.column_no OR m.box_no = d.box_no
            OR EXISTS (SELECT 1 FROM far_peer AS f WHERE f.cell = d.cell AND f.peer = m.cell))
    GROUP BY m.puzzle_id, m.cell
) AS x
WHERE candidate_mask.puzzle_id = x.puzzle_id
    AND candidate_mask.cell = x.cell
    AND (x.puzzle_id, x.cell) NOT IN (SELECT d.puzzle_id, d.cell FROM placed AS d);
