-- +goose Up
-- The techniques, easiest first. file names the statement in sql/ that finds the
-- technique, level_no orders the levels, size is what it is run with when one file serves several techniques.
CREATE TABLE technique (
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    family TEXT NOT NULL,
    tier INTEGER NOT NULL,
    weight INTEGER NOT NULL,
    level TEXT NOT NULL,
    level_no INTEGER NOT NULL,
    assumes_unique INTEGER NOT NULL,
    file TEXT NOT NULL,
    size INTEGER NOT NULL,
    CONSTRAINT pk_technique PRIMARY KEY (name),
    CONSTRAINT uq_technique_tier UNIQUE (tier),
    CONSTRAINT ck_technique_level CHECK (level IN ('easy', 'medium', 'hard', 'unfair', 'extreme')),
    CONSTRAINT ck_technique_assumes_unique CHECK (assumes_unique IN (0, 1))
);

INSERT INTO technique (tier, name, title, family, level, level_no, weight, assumes_unique, file, size)
VALUES (10, 'full_house', 'Full House', 'singles', 'easy', 1, 4, 0, 'full_house', 1),
    (20, 'naked_single', 'Naked Single', 'singles', 'easy', 1, 4, 0, 'naked_single', 1),
    (30, 'hidden_single', 'Hidden Single', 'singles', 'easy', 1, 14, 0, 'hidden_single', 1),
    (40, 'locked_pair', 'Locked Pair', 'intersections', 'medium', 2, 40, 0, 'locked_subset', 2),
    (50, 'locked_triple', 'Locked Triple', 'intersections', 'medium', 2, 60, 0, 'locked_subset', 3),
    (60, 'pointing', 'Locked Candidates, pointing', 'intersections', 'medium', 2, 50, 0, 'pointing', 1),
    (70, 'claiming', 'Locked Candidates, claiming', 'intersections', 'medium', 2, 50, 0, 'claiming', 1),
    (80, 'naked_pair', 'Naked Pair', 'subsets', 'medium', 2, 60, 0, 'naked_subset', 2),
    (90, 'hidden_pair', 'Hidden Pair', 'subsets', 'medium', 2, 70, 0, 'hidden_subset', 2),
    (100, 'naked_triple', 'Naked Triple', 'subsets', 'medium', 2, 80, 0, 'naked_subset', 3),
    (110, 'hidden_triple', 'Hidden Triple', 'subsets', 'medium', 2, 100, 0, 'hidden_subset', 3),
    (120, 'naked_quadruple', 'Naked Quadruple', 'subsets', 'hard', 3, 120, 0, 'naked_subset', 4),
    (130, 'hidden_quadruple', 'Hidden Quadruple', 'subsets', 'hard', 3, 150, 0, 'hidden_subset', 4),
    (140, 'x_wing', 'X-Wing', 'basic_fish', 'hard', 3, 140, 0, 'basic_fish', 2),
    (150, 'swordfish', 'Swordfish', 'basic_fish', 'hard', 3, 150, 0, 'basic_fish', 3),
    (160, 'jellyfish', 'Jellyfish', 'basic_fish', 'hard', 3, 160, 0, 'basic_fish', 4);

ANALYZE technique;

-- +goose Down
DROP TABLE technique;
