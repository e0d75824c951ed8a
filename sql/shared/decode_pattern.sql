-- The end of a query, for views to include after their FROM. It makes the rows of evidence from the fields of p.pattern, a
-- pattern of the technique p.rule.
CROSS JOIN pattern_part AS f
CROSS JOIN pattern_member AS m
LEFT JOIN puzzle AS k ON f.member_is = 'place' AND k.puzzle_id = p.puzzle_id
LEFT JOIN variant_unit AS l ON f.member_is = 'place'
    AND l.variant = COALESCE(k.variant, 'classic')
    AND l.unit_no = p.pattern / f.within_divisor % f.within_modulus + f.within_offset
    AND l.position = m.member
LEFT JOIN rectangle AS c ON f.member_is = 'corner'
    AND c.rectangle_no = p.pattern / f.within_divisor % f.within_modulus
LEFT JOIN location_wide AS w ON w.cell = COALESCE(l.cell, CASE m.member
        WHEN 1 THEN c.cell
        WHEN 2 THEN c.cell / 10 * 10 + c.opposite % 10
        WHEN 3 THEN c.opposite / 10 * 10 + c.cell % 10
        WHEN 4 THEN c.opposite
    END, p.pattern / f.cell_divisor % f.cell_modulus)
LEFT JOIN unit_number AS u ON u.unit_no = p.pattern / f.unit_divisor % f.unit_modulus * f.unit_factor + f.unit_offset
    + CASE f.member_is WHEN 'line' THEN m.member ELSE 0 END
WHERE f.technique = p.rule
    AND m.member_kind = f.member_kind
    AND m.value = p.pattern / f.member_divisor % f.member_modulus
    AND (f.digit_modulus = 1 OR p.pattern / f.digit_divisor % f.digit_modulus > 0)
    AND (f.unit_modulus = 1 OR f.member_is = 'line' OR p.pattern / f.unit_divisor % f.unit_modulus > 0)
