-- @technique template_set | Template Set | tier 560 | extreme | weight 500 | places | library 1201
-- @technique template_delete | Template Delete | tier 570 | extreme | weight 500 | library 1202
-- @family templates
-- @alias Pattern Overlay, POM
-- @alias template_delete | Guardians, Broken Wing
-- @idea A template is a way to place one digit in all nine rows, columns and boxes at once. Strike out every template that
--   needs a cell where the digit cannot be. If all templates that are left for a digit share a cell, the cell holds the
--   digit, and the templates of the other digits that need it go too. In the end, place what all templates of a digit share
--   and eliminate what none of them has.
-- @spot template_set | Pick a digit with few places left and copy them to an empty grid. Draw every way to give each
--   row, column and box its digit, and place it where all ways agree.
-- @spot template_delete | Pick a digit with few places left and copy them to an empty grid. Draw every way to give
--   each row, column and box its digit, and cross out the places that no way uses.
-- @generalizes template_set | hidden_single
-- @generalizes template_delete | pointing claiming empty_rectangle x_chain mutant_fish
-- @how A template consists of three bands of which no two share a column, so 162 bands represent all 46,656 templates. The
--   recursive query keeps in one text which cells the templates of each digit still use, and looks at the digits in turn
--   until a round changes nothing.
-- @source Common knowledge among players. A template is three bands without a common column, so 162 bands are enough
--   for all 46,656 templates.
-- @reads pass, unit_name, place_mask, token, band_row, template_band, template_fit, location
-- @writes deduction
-- @needs boxes
-- @key digit
-- @evidence digit digit
-- @words {{ways}}
-- @words template_set | Every way that remains uses these cells{{namely effect}}.
-- @words template_delete | No way that remains uses these cells{{namely effect}}.
-- @cost 162 bands twice and 216 combinations of three bands, for nine digits and every round. The last round changes
--   nothing.

-- state has 30 characters for each digit, ten for each band. Ten characters are a number, 2^30 plus the cells of the band
-- that templates use, in 27 bits. The first nine turns write the cells with which the digits begin. These are the places
-- that a digit has, or, in rows where it is placed, all columns where it is placed. From then on each turn looks at one
-- digit. From the second round on it only looks at a digit that has a cell which all templates of another digit share.
WITH RECURSIVE struck (puzzle_id, technique, turn, state, before) AS (
    SELECT p.puzzle_id, p.technique, 0, CAST('' AS TEXT), CAST('' AS TEXT)
    FROM pass AS p
    WHERE p.technique IN ('template_set', 'template_delete')
    UNION ALL
    SELECT s.puzzle_id, s.technique, s.turn + 1,
        CASE WHEN s.turn < 9 THEN s.state || (
            SELECT CAST(1073741824 + SUM(CASE x.band WHEN 1 THEN x.cells ELSE 0 END) AS TEXT)
                || CAST(1073741824 + SUM(CASE x.band WHEN 2 THEN x.cells ELSE 0 END) AS TEXT)
                || CAST(1073741824 + SUM(CASE x.band WHEN 3 THEN x.cells ELSE 0 END) AS TEXT)
            FROM (
                SELECT r.band, r.weight * COALESCE((
                    SELECT d.places
                    FROM place_mask AS d
                    WHERE d.puzzle_id = s.puzzle_id AND d.unit_no = r.unit_no AND d.digit = s.turn + 1
                ), 511 - (
                    SELECT CAST(COALESCE(SUM(u.singleton), 0) AS BIGINT)
                    FROM unit_name AS u
                    CROSS JOIN place_mask AS d
                    WHERE u.unit_type = 'column' AND d.puzzle_id = s.puzzle_id AND d.unit_no = u.unit_no AND d.digit = s.turn + 1
                )) AS cells
                FROM band_row AS r
            ) AS x
        ) WHEN s.turn >= 18 AND NOT EXISTS (
            SELECT 1
            FROM (
                SELECT CAST(SUBSTR(s.state, t.digit * 30 + r.band * 10 - 39, 10) AS BIGINT) & (r.weight * 511) AS cells,
                    CAST(SUBSTR(s.state, s.turn % 9 * 30 + r.band * 10 - 9, 10) AS BIGINT) AS digit_cells
                FROM token AS t
                CROSS JOIN band_row AS r
                WHERE t.digit <> s.turn % 9 + 1
            ) AS o
            WHERE o.cells & o.digit_cells <> 0 AND o.cells & (o.cells - 1) = 0
        ) THEN s.state ELSE SUBSTR(s.state, 1, s.turn % 9 * 30) || (
            SELECT CAST(1073741824 + COALESCE(SUM(DISTINCT CASE WHEN k.band = 1 THEN k.cells & 511 END)
                    + SUM(DISTINCT CASE WHEN k.band = 1 THEN k.cells & 261632 END)
                    + SUM(DISTINCT CASE WHEN k.band = 1 THEN k.cells & 133955584 END), 0) AS TEXT)
                || CAST(1073741824 + COALESCE(SUM(DISTINCT CASE WHEN k.band = 2 THEN k.cells & 511 END)
                    + SUM(DISTINCT CASE WHEN k.band = 2 THEN k.cells & 261632 END)
                    + SUM(DISTINCT CASE WHEN k.band = 2 THEN k.cells & 133955584 END), 0) AS TEXT)
                || CAST(1073741824 + COALESCE(SUM(DISTINCT CASE WHEN k.band = 3 THEN k.cells & 511 END)
                    + SUM(DISTINCT CASE WHEN k.band = 3 THEN k.cells & 261632 END)
                    + SUM(DISTINCT CASE WHEN k.band = 3 THEN k.cells & 133955584 END), 0) AS TEXT)
            FROM (
                SELECT n.band, b.cells
                FROM (
                    SELECT l.cells_1, l.cells_2, l.cells_3,
                        CAST(SUM(DISTINCT f.first_stacks) AS BIGINT) AS stacks_1,
                        CAST(SUM(DISTINCT f.second_stacks) AS BIGINT) AS stacks_2,
                        CAST(SUM(DISTINCT f.third_stacks) AS BIGINT) AS stacks_3
                    FROM (
                        SELECT c.cells_1, c.cells_2, c.cells_3,
                            CAST(SUM(DISTINCT CASE WHEN b.cells & ~c.cells_1 = 0 THEN b.stacks ELSE 0 END) AS BIGINT) AS stacks_1,
                            CAST(SUM(DISTINCT CASE WHEN b.cells & ~c.cells_2 = 0 THEN b.stacks ELSE 0 END) AS BIGINT) AS stacks_2,
                            CAST(SUM(DISTINCT CASE WHEN b.cells & ~c.cells_3 = 0 THEN b.stacks ELSE 0 END) AS BIGINT) AS stacks_3
                        FROM (
                            SELECT
                                CAST(SUBSTR(s.state, s.turn % 9 * 30 + 1, 10) AS BIGINT) & 134217727
                                    & ~CAST(COALESCE(SUM(DISTINCT CASE WHEN o.band = 1 THEN o.cells ELSE 0 END), 0) AS BIGINT) AS cells_1,
                                CAST(SUBSTR(s.state, s.turn % 9 * 30 + 11, 10) AS BIGINT) & 134217727
                                    & ~CAST(COALESCE(SUM(DISTINCT CASE WHEN o.band = 2 THEN o.cells ELSE 0 END), 0) AS BIGINT) AS cells_2,
                                CAST(SUBSTR(s.state, s.turn % 9 * 30 + 21, 10) AS BIGINT) & 134217727
                                    & ~CAST(COALESCE(SUM(DISTINCT CASE WHEN o.band = 3 THEN o.cells ELSE 0 END), 0) AS BIGINT) AS cells_3
                            FROM (
                                SELECT r.band, CAST(SUBSTR(s.state, t.digit * 30 + r.band * 10 - 39, 10) AS BIGINT) & (r.weight * 511) AS cells
                                FROM token AS t
                                CROSS JOIN band_row AS r
                                WHERE t.digit <> s.turn % 9 + 1
                            ) AS o
                            WHERE o.cells & (o.cells - 1) = 0
                        ) AS c
                        CROSS JOIN template_band AS b
                        GROUP BY c.cells_1, c.cells_2, c.cells_3
                    ) AS l
                    CROSS JOIN template_fit AS f
                    WHERE l.stacks_1 & f.first_stacks <> 0 AND l.stacks_2 & f.second_stacks <> 0 AND l.stacks_3 & f.third_stacks <> 0
                    GROUP BY l.cells_1, l.cells_2, l.cells_3
                ) AS k
                CROSS JOIN template_band AS b
                CROSS JOIN band_row AS n
                WHERE n.weight = 1
                    AND b.stacks & CASE n.band WHEN 1 THEN k.stacks_1 WHEN 2 THEN k.stacks_2 ELSE k.stacks_3 END <> 0
                    AND b.cells & ~CASE n.band WHEN 1 THEN k.cells_1 WHEN 2 THEN k.cells_2 ELSE k.cells_3 END = 0
            ) AS k
        ) || SUBSTR(s.state, s.turn % 9 * 30 + 31) END,
        CASE WHEN s.turn % 9 = 0 THEN s.state ELSE s.before END
    FROM struck AS s
    WHERE s.turn <= 9 OR s.turn % 9 <> 0 OR s.state <> s.before
)
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT w.puzzle_id, w.technique, CASE w.technique WHEN 'template_set' THEN 1 ELSE 0 END, v.cell, w.digit, MIN(w.digit)
FROM (
    SELECT s.puzzle_id, s.technique, t.digit, r.unit_no,
        CAST(SUBSTR(s.state, t.digit * 30 + r.band * 10 - 39, 10) AS BIGINT) / r.weight & 511 AS places
    FROM struck AS s
    CROSS JOIN token AS t
    CROSS JOIN band_row AS r
    WHERE s.turn > 9 AND s.turn % 9 = 0 AND s.state = s.before AND t.digit IS NOT NULL
) AS w
CROSS JOIN place_mask AS d
CROSS JOIN location AS v
WHERE w.places <> 0
    AND d.puzzle_id = w.puzzle_id
    AND d.unit_no = w.unit_no
    AND d.digit = w.digit
    AND v.unit_no = w.unit_no
    AND (w.technique = 'template_set' AND w.places = v.place AND v.place & d.places <> 0
        OR w.technique = 'template_delete' AND v.place & d.places & ~w.places <> 0)
GROUP BY w.puzzle_id, w.technique, v.cell, w.digit;
