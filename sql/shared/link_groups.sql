-- Makes the nodes and links of chains with groups, without almost locked sets, for the puzzles of the pass.
DELETE FROM chain_place;

-- The candidates and the groups in their units. A place is a cell or, from 101 on, a group.
INSERT INTO chain_place (puzzle_id, digit, unit_no, node, places)
SELECT m.puzzle_id, m.digit, m.unit_no, m.digit * 1000 + u.place, m.places & u.places
FROM (
    SELECT DISTINCT a.puzzle_id
    FROM pass AS a
    WHERE a.technique IN ('grouped_nice_loop', 'grouped_aic', 'als_nice_loop', 'als_aic')
) AS p
CROSS JOIN place_mask AS m
CROSS JOIN chain_unit AS u
WHERE m.puzzle_id = p.puzzle_id
    AND u.unit_no = m.unit_no
    AND m.places & u.places <> 0
    AND (u.place < 100 OR (m.places & u.places) & ((m.places & u.places) - 1) <> 0);

DELETE FROM chain_strong;

INSERT INTO chain_strong (puzzle_id, node, other, unit_no)
SELECT a.puzzle_id, a.node, b.node, MIN(a.unit_no)
FROM (SELECT DISTINCT c.puzzle_id FROM chain_place AS c) AS p
CROSS JOIN place_mask AS m
CROSS JOIN chain_place AS a
CROSS JOIN chain_place AS b
WHERE m.puzzle_id = p.puzzle_id
    AND a.puzzle_id = m.puzzle_id
    AND a.digit = m.digit
    AND a.unit_no = m.unit_no
    AND a.places <> m.places
    AND b.puzzle_id = m.puzzle_id
    AND b.digit = m.digit
    AND b.unit_no = m.unit_no
    AND b.places <> m.places
    AND a.places | b.places = m.places
GROUP BY a.puzzle_id, a.node, b.node
UNION ALL
SELECT b.puzzle_id, b.digit * 1000 + b.cell, b.other_digit * 1000 + b.cell, 0
FROM (SELECT DISTINCT c.puzzle_id FROM chain_place AS c) AS p
CROSS JOIN bivalue_cell AS b
WHERE b.puzzle_id = p.puzzle_id;

DELETE FROM chain_weak;

-- Weak links from nodes with a strong link to all others.
INSERT INTO chain_weak (puzzle_id, node, other, set_no, cells)
WITH node AS (
    SELECT DISTINCT s.puzzle_id, s.node
    FROM chain_strong AS s
),
weak AS (
    SELECT a.puzzle_id, a.node, b.node AS other
    FROM chain_place AS a
    CROSS JOIN chain_place AS b
    WHERE b.puzzle_id = a.puzzle_id AND b.digit = a.digit AND b.unit_no = a.unit_no AND b.places & a.places = 0
        AND EXISTS (SELECT 1 FROM chain_strong AS s WHERE s.puzzle_id = a.puzzle_id AND s.node = a.node)
    UNION
    SELECT a.puzzle_id, a.node, m.digit * 1000 + m.cell
    FROM node AS a
    CROSS JOIN token AS t
    CROSS JOIN pencil_mark AS m
    WHERE t.digit <> a.node / 1000 AND m.puzzle_id = a.puzzle_id AND m.digit = t.digit AND m.cell = a.node % 1000
)
SELECT w.puzzle_id, w.node, w.other, 0, 0
FROM weak AS w;
