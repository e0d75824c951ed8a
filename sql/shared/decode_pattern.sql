-- The end of a query, for views to include after their FROM. It makes the rows of evidence from the fields of p.pattern, a
-- pattern of the technique p.rule.
CROSS JOIN pattern_part AS f
CROSS JOIN pattern_member AS m
LEFT JOIN location AS l ON f.member_is = 'place'
    AND l.unit_no = p.pattern / f.within_divisor % f.within_modulus + f.within_offset
    AND l.place = 1 << (m.member - 1)
LEFT JOIN rectangle_corner AS c ON f.member_is = 'corner'
    AND c.rectangle_no = p.pattern / f.within_divisor % f.within_modulus
    AND c.corner_no = m.member
LEFT JOIN location_wide AS w ON w.cell = COALESCE(l.cell, c.cell, p.pattern / f.cell_divisor % f.cell_modulus)
LEFT JOIN unit_name AS u ON u.unit_no = p.pattern / f.unit_divisor % f.unit_modulus * f.unit_factor + f.unit_offset
    + CASE f.member_is WHEN 'line' THEN m.member ELSE 0 END
WHERE f.technique = p.rule
    AND m.member_kind = f.member_kind
    AND m.value = p.pattern / f.member_divisor % f.member_modulus
    AND (f.digit_modulus = 1 OR p.pattern / f.digit_divisor % f.digit_modulus > 0)
