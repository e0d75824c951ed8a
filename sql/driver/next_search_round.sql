-- Begins the next round of a search. Branches that were split or solved get their outcome. Those that ended in a
-- contradiction have it already. Of every puzzle with less than two solutions the deepest open branches make the next
-- round. At most fifty do, so that a puzzle with few givens does not fill the memory.

DELETE FROM pass;

UPDATE hypothesis
SET outcome = 'split'
WHERE outcome = 'open' AND puzzle_id IN (SELECT h.parent FROM hypothesis AS h);

UPDATE hypothesis
SET outcome = 'solved'
WHERE outcome = 'open' AND puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'solved');

DELETE FROM candidate_mask
WHERE puzzle_id IN (SELECT h.puzzle_id FROM hypothesis AS h WHERE h.outcome <> 'open');

DELETE FROM unit_state
WHERE puzzle_id IN (SELECT h.puzzle_id FROM hypothesis AS h WHERE h.outcome <> 'open');

INSERT INTO pass (puzzle_id, technique, size, skip_complements)
SELECT x.puzzle_id, 'search', 1, 0
FROM (
    SELECT h.puzzle_id, ROW_NUMBER() OVER (PARTITION BY h.origin ORDER BY h.depth DESC, h.puzzle_id) AS place
    FROM hypothesis AS h
    WHERE h.outcome = 'open'
        AND h.origin NOT IN (
            SELECT s.origin
            FROM hypothesis AS s
            WHERE s.outcome = 'solved'
            GROUP BY s.origin
            HAVING COUNT(*) > 1
        )
) AS x
WHERE x.place <= 50;
