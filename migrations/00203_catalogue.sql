-- +goose Up
-- The techniques, easiest first. The program fills the table from the headers of sql/ (store/catalogue.go). file is the
-- name of the statement that finds the technique, level_no orders the levels, size is the size with which the statement
-- runs, and places is 1 if the technique places digits.
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
    places INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_technique PRIMARY KEY (name),
    CONSTRAINT uq_technique_tier UNIQUE (tier),
    CONSTRAINT ck_technique_level CHECK (level IN ('easy', 'medium', 'hard', 'unfair', 'extreme')),
    CONSTRAINT ck_technique_assumes_unique CHECK (assumes_unique IN (0, 1)),
    CONSTRAINT ck_technique_places CHECK (places IN (0, 1))
) STRICT, WITHOUT ROWID;

-- The fields of the column pattern, from the headers. A field is pattern / divisor % modulus.
CREATE TABLE pattern_field (
    technique TEXT NOT NULL,
    field_no INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    divisor BIGINT NOT NULL,
    modulus BIGINT NOT NULL,
    CONSTRAINT pk_pattern_field PRIMARY KEY (technique, field_no)
) STRICT, WITHOUT ROWID;

-- The rows of evidence that the fields of a pattern make. Cell, digit and unit are fields, and have the modulus 1 if there
-- is none. A set of members makes one row for each member. member_is says what a member is. The field within says the unit
-- of places, or the rectangle of corners.
CREATE TABLE pattern_part (
    technique TEXT NOT NULL,
    part_no INTEGER NOT NULL,
    role TEXT NOT NULL,
    cell_divisor BIGINT NOT NULL,
    cell_modulus BIGINT NOT NULL,
    digit_divisor BIGINT NOT NULL,
    digit_modulus BIGINT NOT NULL,
    unit_divisor BIGINT NOT NULL,
    unit_modulus BIGINT NOT NULL,
    unit_factor INTEGER NOT NULL,
    unit_offset INTEGER NOT NULL,
    member_kind TEXT NOT NULL,
    member_divisor BIGINT NOT NULL,
    member_modulus BIGINT NOT NULL,
    member_is TEXT NOT NULL,
    within_divisor BIGINT NOT NULL,
    within_modulus BIGINT NOT NULL,
    within_offset INTEGER NOT NULL,
    CONSTRAINT pk_pattern_part PRIMARY KEY (technique, part_no),
    CONSTRAINT ck_pattern_part_member_is CHECK (member_is IN ('', 'digit', 'place', 'line', 'corner'))
) STRICT, WITHOUT ROWID;

-- The members of every set, by its kind and value.
CREATE TABLE pattern_member (
    member_kind TEXT NOT NULL,
    value INTEGER NOT NULL,
    member INTEGER NOT NULL,
    CONSTRAINT pk_pattern_member PRIMARY KEY (member_kind, value, member)
) STRICT, WITHOUT ROWID;

-- The fingerprint of the headers that filled these tables. A program with other headers fills them again when it opens the
-- database.
CREATE TABLE catalogue_version (
    fingerprint TEXT NOT NULL,
    CONSTRAINT pk_catalogue_version PRIMARY KEY (fingerprint)
) STRICT, WITHOUT ROWID;

INSERT INTO catalogue_version (fingerprint)
VALUES ('');

-- +goose Down
DROP TABLE catalogue_version;
DROP TABLE pattern_member;
DROP TABLE pattern_part;
DROP TABLE pattern_field;
DROP TABLE technique;
