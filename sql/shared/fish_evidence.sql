-- The body and the fins of the fish in deduction that have none yet, of all techniques whose keys have the lines or boxes of the base and
-- the cover. A place of the digit in more base units than cover units is a fin.
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
WITH fish AS (
    SELECT DISTINCT d.puzzle_id, d.technique, d.pattern, d.digit
    FROM deduction AS d
    WHERE EXISTS (SELECT 1 FROM pattern_part AS f WHERE f.technique = d.technique AND f.role = 'cover' AND f.member_is = 'line')
        AND NOT EXISTS (
            SELECT 1
            FROM deduction_evidence AS o
            WHERE o.puzzle_id = d.puzzle_id AND o.pattern = d.pattern AND o.technique = d.technique
        )
),
place AS (
    SELECT f.puzzle_id, f.technique, f.pattern, l.cell, f.digit,
        SUM(CASE p.role WHEN 'base' THEN 1 ELSE 0 END) AS bases, SUM(CASE p.role WHEN 'cover' THEN 1 ELSE 0 END) AS covers
    FROM fish AS f
    CROSS JOIN pattern_part AS p
    CROSS JOIN pattern_member AS n
    CROSS JOIN place_mask AS m
    CROSS JOIN location AS l
    WHERE p.technique = f.technique
        AND p.member_is = 'line'
        AND n.member_kind = p.member_kind
        AND n.value = f.pattern / p.member_divisor % p.member_modulus
        AND m.puzzle_id = f.puzzle_id
        AND m.unit_no = f.pattern / p.unit_divisor % p.unit_modulus * p.unit_factor + p.unit_offset + n.member
        AND m.digit = f.digit
        AND l.unit_no = m.unit_no
        AND l.place & m.places <> 0
    GROUP BY f.puzzle_id, f.technique, f.pattern, l.cell, f.digit
)
SELECT p.puzzle_id, p.technique, p.pattern, 1000 + ROW_NUMBER() OVER (
        PARTITION BY p.puzzle_id, p.technique, p.pattern ORDER BY CASE WHEN p.bases > p.covers THEN 0 ELSE 1 END, p.cell
    ), CASE WHEN p.bases <= p.covers THEN 'body' WHEN p.bases = 1 THEN 'fin' ELSE 'endo_fin' END, p.cell, p.digit, NULL
FROM place AS p
WHERE p.bases > 0;
