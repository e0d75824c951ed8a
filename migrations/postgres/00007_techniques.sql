-- +goose Up
-- The techniques beyond the basic fish, to the end of the catalogue.
INSERT INTO technique (tier, name, title, family, level, level_no, weight, assumes_unique, file, size)
VALUES (170, 'remote_pair', 'Remote Pair', 'chains', 'hard', 3, 110, 0, 'remote_pair', 1),
    (180, 'bug_plus_1', 'Bivalue Universal Grave + 1', 'uniqueness', 'hard', 3, 100, 1, 'bug_plus_1', 1),
    (190, 'skyscraper', 'Skyscraper', 'single_digit', 'hard', 3, 130, 0, 'skyscraper', 1),
    (200, 'two_string_kite', '2-String Kite', 'single_digit', 'hard', 3, 150, 0, 'two_string_kite', 1),
    (210, 'turbot_fish', 'Turbot Fish', 'single_digit', 'hard', 3, 120, 0, 'turbot_fish', 1),
    (220, 'empty_rectangle', 'Empty Rectangle', 'single_digit', 'hard', 3, 120, 0, 'empty_rectangle', 1),
    (230, 'w_wing', 'W-Wing', 'wings', 'hard', 3, 150, 0, 'w_wing', 1),
    (240, 'xy_wing', 'XY-Wing', 'wings', 'hard', 3, 160, 0, 'xy_wing', 1),
    (250, 'xyz_wing', 'XYZ-Wing', 'wings', 'hard', 3, 180, 0, 'xyz_wing', 1),
    (260, 'unique_rectangle_1', 'Unique Rectangle 1', 'uniqueness', 'hard', 3, 100, 1, 'unique_rectangle_1', 1),
    (270, 'unique_rectangle_2', 'Unique Rectangle 2', 'uniqueness', 'hard', 3, 100, 1, 'unique_rectangle_2', 1),
    (280, 'unique_rectangle_3', 'Unique Rectangle 3', 'uniqueness', 'hard', 3, 100, 1, 'unique_rectangle_3', 1),
    (290, 'unique_rectangle_4', 'Unique Rectangle 4', 'uniqueness', 'hard', 3, 100, 1, 'unique_rectangle_4', 1),
    (300, 'unique_rectangle_5', 'Unique Rectangle 5', 'uniqueness', 'hard', 3, 100, 1, 'unique_rectangle_5', 1),
    (310, 'unique_rectangle_6', 'Unique Rectangle 6', 'uniqueness', 'hard', 3, 100, 1, 'unique_rectangle_6', 1),
    (320, 'hidden_rectangle', 'Hidden Rectangle', 'uniqueness', 'hard', 3, 100, 1, 'hidden_rectangle', 1),
    (330, 'avoidable_rectangle_1', 'Avoidable Rectangle 1', 'uniqueness', 'hard', 3, 100, 1, 'avoidable_rectangle_1', 1),
    (340, 'avoidable_rectangle_2', 'Avoidable Rectangle 2', 'uniqueness', 'hard', 3, 100, 1, 'avoidable_rectangle_2', 1),
    (350, 'finned_x_wing', 'Finned X-Wing', 'finned_fish', 'hard', 3, 130, 0, 'finned_fish', 2),
    (360, 'sashimi_x_wing', 'Sashimi X-Wing', 'finned_fish', 'hard', 3, 150, 0, 'finned_fish', 2),
    (370, 'finned_swordfish', 'Finned Swordfish', 'finned_fish', 'unfair', 4, 200, 0, 'finned_fish', 3),
    (380, 'sashimi_swordfish', 'Sashimi Swordfish', 'finned_fish', 'unfair', 4, 240, 0, 'finned_fish', 3),
    (390, 'finned_jellyfish', 'Finned Jellyfish', 'finned_fish', 'unfair', 4, 250, 0, 'finned_fish', 4),
    (400, 'sashimi_jellyfish', 'Sashimi Jellyfish', 'finned_fish', 'unfair', 4, 260, 0, 'finned_fish', 4),
    (410, 'simple_colors', 'Simple Colors, trap and wrap', 'coloring', 'hard', 3, 150, 0, 'coloring', 1),
    (420, 'multi_colors', 'Multi Colors', 'coloring', 'hard', 3, 200, 0, 'coloring', 2),
    (430, 'sue_de_coq', 'Sue de Coq', 'als', 'unfair', 4, 250, 0, 'sue_de_coq', 1),
    (440, 'x_chain', 'X-Chain', 'chains', 'unfair', 4, 260, 0, 'x_chain', 1),
    (450, 'xy_chain', 'XY-Chain', 'chains', 'unfair', 4, 260, 0, 'xy_chain', 1),
    (460, 'nice_loop', 'Nice Loop, continuous and discontinuous', 'chains', 'unfair', 4, 280, 0, 'aic', 1),
    (470, 'aic', 'Alternating Inference Chain', 'chains', 'unfair', 4, 280, 0, 'aic', 2),
    (480, 'grouped_nice_loop', 'Grouped Nice Loop', 'chains', 'unfair', 4, 300, 0, 'grouped_aic', 1),
    (490, 'grouped_aic', 'Grouped AIC', 'chains', 'unfair', 4, 300, 0, 'grouped_aic', 2),
    (500, 'als_xz', 'Almost Locked Sets XZ', 'als', 'unfair', 4, 300, 0, 'almost_locked_set', 2),
    (510, 'als_xy_wing', 'Almost Locked Sets XY-Wing', 'als', 'unfair', 4, 320, 0, 'almost_locked_set', 3),
    (520, 'als_chain', 'Almost Locked Sets Chain', 'als', 'unfair', 4, 340, 0, 'almost_locked_set', 4),
    (530, 'death_blossom', 'Death Blossom', 'als', 'unfair', 4, 360, 0, 'almost_locked_set', 1),
    (540, 'franken_fish', 'Franken Fish, finned too', 'complex_fish', 'unfair', 4, 370, 0, 'complex_fish', 4),
    (550, 'mutant_fish', 'Mutant Fish, finned too', 'complex_fish', 'extreme', 5, 450, 0, 'complex_fish', 6),
    (560, 'template_set', 'Template Set', 'templates', 'extreme', 5, 500, 0, 'template', 1),
    (570, 'template_delete', 'Template Delete', 'templates', 'extreme', 5, 500, 0, 'template', 1),
    (580, 'forcing', 'Forcing by contradiction', 'forcing', 'extreme', 5, 700, 0, 'forcing', 1),
    (590, 'search', 'Search', 'search', 'extreme', 5, 10000, 0, 'search', 1);

-- The patterns that one integer cannot tell: chains, sets, fish with fins. Their parts are
-- rows, in order. The integer names the pattern within its step. unit_no is a unit, null for none, as
-- cell and digit are.
CREATE TABLE step_evidence (
    puzzle_id BIGINT NOT NULL,
    step INTEGER NOT NULL,
    pattern BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER,
    digit INTEGER,
    unit_no INTEGER,
    CONSTRAINT pk_step_evidence PRIMARY KEY (puzzle_id, step, pattern, ordinal)
) PARTITION BY HASH (puzzle_id);

-- The same of what stands in deduction, found and not applied.
CREATE TABLE deduction_evidence (
    puzzle_id BIGINT NOT NULL,
    technique TEXT NOT NULL,
    pattern BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell INTEGER,
    digit INTEGER,
    unit_no INTEGER,
    CONSTRAINT pk_deduction_evidence PRIMARY KEY (puzzle_id, technique, pattern, ordinal)
) PARTITION BY HASH (puzzle_id);

-- The tree of a search. A branch puts a digit into a cell on top of what its parent has, 0 being the
-- puzzle itself. It ends solved, invalid or multiple by the singles alone, or it is split, or it
-- is open, for two solutions were enough.
CREATE TABLE branch (
    puzzle_id BIGINT NOT NULL,
    engine TEXT NOT NULL,
    branch INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    CONSTRAINT pk_branch PRIMARY KEY (puzzle_id, branch)
) PARTITION BY HASH (puzzle_id);

-- As many parts as the table cell has.

-- +goose StatementBegin
DO $$
DECLARE
    parts BIGINT := (SELECT COUNT(*) FROM pg_inherits AS i WHERE i.inhparent = CAST('cell' AS REGCLASS));
    parent TEXT;
BEGIN
    FOREACH parent IN ARRAY ARRAY['step_evidence', 'deduction_evidence', 'branch'] LOOP
        FOR part IN 0 .. parts - 1 LOOP
            EXECUTE FORMAT(
                'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                parent || '_' || part, parent, parts, part);
        END LOOP;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION puzzle_evidence_removed() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM step_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = OLD.puzzle_id;
    DELETE FROM branch AS x WHERE x.puzzle_id = OLD.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER puzzle_evidence_removed AFTER DELETE ON puzzle
FOR EACH ROW EXECUTE FUNCTION puzzle_evidence_removed();

-- Who plays by hand makes a new state, in which what was found before means nothing.

-- +goose StatementBegin
CREATE FUNCTION step_manual() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM deduction_evidence AS x WHERE x.puzzle_id = NEW.puzzle_id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER step_manual AFTER INSERT ON step
FOR EACH ROW WHEN (NEW.rule = 'manual') EXECUTE FUNCTION step_manual();

-- Search can prove that a puzzle has no solution, without a cell or a unit to point at.
ALTER TABLE contradiction DROP CONSTRAINT ck_contradiction_kind;

ALTER TABLE contradiction
ADD CONSTRAINT ck_contradiction_kind CHECK (kind IN ('no_candidate', 'no_place', 'two_digits', 'two_places', 'no_solution'));

-- What forcing.sql and search.sql assume, by hand. The solver has a temporary table of the same name and
-- goes on from there.
CREATE TABLE hypothesis (
    puzzle_id BIGINT NOT NULL,
    origin BIGINT NOT NULL,
    parent BIGINT NOT NULL,
    depth INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'new',
    CONSTRAINT pk_hypothesis PRIMARY KEY (puzzle_id)
);

-- Relations that many techniques share. The solver hides them behind temporary tables of the
-- same names, built once for all puzzles that come so far.

-- The live candidates once more, to be asked for by digit.
CREATE VIEW pencil_mark AS
SELECT c.puzzle_id, c.digit, c.cell
FROM candidate AS c;

-- The filled cells that are no givens.
CREATE VIEW placed_cell AS
SELECT c.puzzle_id, c.cell, c.digit
FROM cell AS c
WHERE c.rule <> 'given';

-- A cell with two candidates, once for each of the two.
CREATE VIEW bivalue_cell AS
SELECT a.puzzle_id, a.cell, a.digit, b.digit AS other
FROM candidate_mask AS m
INNER JOIN combination AS s ON s.mask = m.mask AND s.size = 2
INNER JOIN candidate AS a ON a.puzzle_id = m.puzzle_id AND a.cell = m.cell
INNER JOIN candidate AS b ON b.puzzle_id = m.puzzle_id AND b.cell = m.cell AND b.digit <> a.digit;

-- A unit with two places for a digit, once from each to the other. One of the two holds it.
CREATE VIEW strong_link AS
SELECT m.puzzle_id, m.digit, a.cell, b.cell AS other, m.unit_no
FROM place_mask AS m
INNER JOIN combination AS s ON s.combination_id = m.places AND s.size = 2
INNER JOIN location AS a ON a.unit_no = m.unit_no AND a.place & m.places <> 0
INNER JOIN location AS b ON b.unit_no = m.unit_no AND b.place & m.places <> 0 AND b.cell <> a.cell;

-- The views of the audit, with the new patterns.
DROP VIEW history;
DROP VIEW evidence;

CREATE VIEW evidence AS
SELECT p.puzzle_id, p.step, p.pattern, 1 AS ordinal, 'single' AS role, p.cell, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('full_house', 'naked_single', 'hidden_single')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 1, 'base', NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 2, 'cover', NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, m.ordinal, 'base', NULL, p.digit,
    CASE p.base_type WHEN 1 THEN 'row' ELSE 'column' END, m.digit
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file = 'basic_fish'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, b.size + m.ordinal, 'cover', NULL, p.digit,
    CASE p.base_type WHEN 1 THEN 'column' ELSE 'row' END, m.digit
FROM pattern_part AS p
INNER JOIN combination AS b ON b.combination_id = p.first_set
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
WHERE p.file = 'basic_fish'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 1, 'unit', NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 2, 'unit', NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file = 'locked_subset'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + m.ordinal, 'cell',
    l.cell, NULL, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
INNER JOIN location AS l ON l.unit_no = p.unit_no AND l.position = m.digit
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + c.size + m.ordinal, 'digit',
    NULL, m.digit, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination AS c ON c.combination_id = p.second_set
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT r.puzzle_id, r.step, r.pattern, r.ordinal, r.role, r.cell, r.digit, u.unit_type, u.unit
FROM step_evidence AS r
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
UNION ALL
SELECT r.puzzle_id, CAST(NULL AS INTEGER), r.pattern, r.ordinal, r.role, r.cell, r.digit, u.unit_type, u.unit
FROM deduction_evidence AS r
LEFT JOIN unit_name AS u ON u.unit_no = r.unit_no
WHERE EXISTS (
    SELECT 1
    FROM deduction AS d
    WHERE d.puzzle_id = r.puzzle_id AND d.technique = r.technique AND d.pattern = r.pattern
);

CREATE VIEW history AS
SELECT c.puzzle_id, c.step, c.rule,
    'r' || (c.cell / 10) || 'c' || (c.cell % 10) || '=' || c.digit || ' ' || c.rule
        || COALESCE(' ' || u.unit_type || ' ' || u.unit, '') AS text
FROM cell AS c
LEFT JOIN unit_name AS u ON c.rule IN ('full_house', 'hidden_single') AND u.unit_no = c.pattern / 1000
WHERE c.step > 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule, 'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
FROM elimination AS e
WHERE e.step > 0 AND e.pattern = 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule,
    'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
        || CASE
            WHEN p.file = 'basic_fish' AND p.base_type = 1 THEN ' rows ' || a.members || ' columns ' || b.members
            WHEN p.file = 'basic_fish' THEN ' columns ' || a.members || ' rows ' || b.members
            WHEN p.file IN ('pointing', 'claiming') THEN ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file = 'locked_subset' THEN
                ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file IN ('naked_subset', 'hidden_subset') THEN ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit
            ELSE COALESCE((
                SELECT ' ' || GROUP_CONCAT(x.item, ' ')
                FROM (
                    SELECT r.role || COALESCE(' r' || (r.cell / 10) || 'c' || (r.cell % 10), '') || COALESCE(' ' || n.unit_type || ' ' || n.unit, '')
                        || COALESCE(' ' || r.digit, '') AS item
                    FROM step_evidence AS r
                    LEFT JOIN unit_name AS n ON n.unit_no = r.unit_no
                    WHERE r.puzzle_id = e.puzzle_id AND r.step = e.step AND r.pattern = e.pattern
                    ORDER BY r.ordinal
                ) AS x
            ), '')
        END
FROM elimination AS e
INNER JOIN pattern_part AS p ON p.puzzle_id = e.puzzle_id AND p.step = e.step AND p.pattern = e.pattern
LEFT JOIN combination AS a ON a.combination_id = p.first_set
LEFT JOIN combination AS b ON b.combination_id = p.second_set
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
LEFT JOIN unit_name AS o ON o.unit_no = p.other_no
WHERE e.step > 0 AND e.pattern > 0
ORDER BY 1, 2, 4;

-- +goose Down
DROP VIEW history;
DROP VIEW evidence;

CREATE VIEW evidence AS
SELECT p.puzzle_id, p.step, p.pattern, 1 AS ordinal, 'single' AS role, p.cell, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('full_house', 'naked_single', 'hidden_single')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 1, 'base', NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 2, 'cover', NULL, p.digit, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file IN ('pointing', 'claiming')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, m.ordinal, 'base', NULL, p.digit,
    CASE p.base_type WHEN 1 THEN 'row' ELSE 'column' END, m.digit
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file = 'basic_fish'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, b.size + m.ordinal, 'cover', NULL, p.digit,
    CASE p.base_type WHEN 1 THEN 'column' ELSE 'row' END, m.digit
FROM pattern_part AS p
INNER JOIN combination AS b ON b.combination_id = p.first_set
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
WHERE p.file = 'basic_fish'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 1, 'unit', NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, 2, 'unit', NULL, NULL, u.unit_type, u.unit
FROM pattern_part AS p
INNER JOIN unit_name AS u ON u.unit_no = p.other_no
WHERE p.file = 'locked_subset'
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + m.ordinal, 'cell',
    l.cell, NULL, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination_member AS m ON m.combination_id = p.second_set
INNER JOIN location AS l ON l.unit_no = p.unit_no AND l.position = m.digit
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset')
UNION ALL
SELECT p.puzzle_id, p.step, p.pattern, CASE p.file WHEN 'locked_subset' THEN 2 ELSE 1 END + c.size + m.ordinal, 'digit',
    NULL, m.digit, NULL, NULL
FROM pattern_part AS p
INNER JOIN combination AS c ON c.combination_id = p.second_set
INNER JOIN combination_member AS m ON m.combination_id = p.first_set
WHERE p.file IN ('locked_subset', 'naked_subset', 'hidden_subset');

CREATE VIEW history AS
SELECT c.puzzle_id, c.step, c.rule,
    'r' || (c.cell / 10) || 'c' || (c.cell % 10) || '=' || c.digit || ' ' || c.rule
        || COALESCE(' ' || u.unit_type || ' ' || u.unit, '') AS text
FROM cell AS c
LEFT JOIN unit_name AS u ON u.unit_no = c.pattern / 1000
WHERE c.step > 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule, 'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
FROM elimination AS e
WHERE e.step > 0 AND e.pattern = 0
UNION ALL
SELECT e.puzzle_id, e.step, e.rule,
    'r' || (e.cell / 10) || 'c' || (e.cell % 10) || '<>' || e.digit || ' ' || e.rule
        || CASE
            WHEN p.file = 'basic_fish' AND p.base_type = 1 THEN ' rows ' || a.members || ' columns ' || b.members
            WHEN p.file = 'basic_fish' THEN ' columns ' || a.members || ' rows ' || b.members
            WHEN p.file IN ('pointing', 'claiming') THEN ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            WHEN p.file = 'locked_subset' THEN
                ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit || ' ' || o.unit_type || ' ' || o.unit
            ELSE ' ' || a.members || ' ' || u.unit_type || ' ' || u.unit
        END
FROM elimination AS e
INNER JOIN pattern_part AS p ON p.puzzle_id = e.puzzle_id AND p.step = e.step AND p.pattern = e.pattern
LEFT JOIN combination AS a ON a.combination_id = p.first_set
LEFT JOIN combination AS b ON b.combination_id = p.second_set
LEFT JOIN unit_name AS u ON u.unit_no = p.unit_no
LEFT JOIN unit_name AS o ON o.unit_no = p.other_no
WHERE e.step > 0 AND e.pattern > 0
ORDER BY 1, 2, 4;

DROP VIEW strong_link;
DROP VIEW bivalue_cell;
DROP VIEW placed_cell;
DROP VIEW pencil_mark;
DROP TRIGGER step_manual ON step;
DROP FUNCTION step_manual();
DROP TRIGGER puzzle_evidence_removed ON puzzle;
DROP FUNCTION puzzle_evidence_removed();
DROP TABLE hypothesis;
DROP TABLE branch;
DROP TABLE deduction_evidence;
DROP TABLE step_evidence;
DELETE FROM contradiction WHERE kind = 'no_solution';
ALTER TABLE contradiction DROP CONSTRAINT ck_contradiction_kind;
ALTER TABLE contradiction
ADD CONSTRAINT ck_contradiction_kind CHECK (kind IN ('no_candidate', 'no_place', 'two_digits', 'two_places'));
DELETE FROM technique WHERE tier > 160;
