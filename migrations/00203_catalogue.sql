-- Marks: BIGINT. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- The program fills these tables from the headers of sql/ (store/catalogue.go).
CREATE TABLE technique ( -- A technique of the catalogue
    name TEXT NOT NULL, -- Name; the columns rule, technique and hardest of other tables have it too
    title TEXT NOT NULL, -- Name for readers
    family TEXT NOT NULL, -- Name of a group of techniques, for --technique and --without
    tier INTEGER NOT NULL, -- Position in the order in which techniques are tried
    weight INTEGER NOT NULL, -- What each of its steps adds to the score; in forcing, what each round of a step adds
    level TEXT NOT NULL, -- easy, medium, hard, unfair or extreme
    level_no INTEGER NOT NULL, -- The level as a number, 1 for easy
    assumes_unique INTEGER NOT NULL, -- 1 if it assumes that the puzzle has one solution, else 0
    file TEXT NOT NULL, -- Its file in sql/technique, without .sql
    size INTEGER NOT NULL, -- The value of pass.size for its statement
    places INTEGER NOT NULL DEFAULT 0, -- 1 for a technique that places digits, 0 for one that eliminates candidates
    CONSTRAINT pk_technique PRIMARY KEY (name),
    CONSTRAINT uq_technique_tier UNIQUE (tier),
    CONSTRAINT ck_technique_level CHECK (level IN ('easy', 'medium', 'hard', 'unfair', 'extreme')),
    CONSTRAINT ck_technique_assumes_unique CHECK (assumes_unique IN (0, 1)),
    CONSTRAINT ck_technique_places CHECK (places IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE pattern_field ( -- The fields of the column pattern, from the headers of the technique files
    technique TEXT NOT NULL, -- The technique, as technique.name
    field_no INTEGER NOT NULL, -- Position of the field, 1 for the most significant
    name TEXT NOT NULL, -- The name of the field
    kind TEXT NOT NULL, -- Meaning of the value: cell, digit, unit, a set of them, or a number
    divisor BIGINT NOT NULL, -- The value is pattern / divisor % modulus
    modulus BIGINT NOT NULL, -- The value is pattern / divisor % modulus
    CONSTRAINT pk_pattern_field PRIMARY KEY (technique, field_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE pattern_part ( -- The rows of evidence that the fields of a pattern give
    technique TEXT NOT NULL, -- The technique, as technique.name
    part_no INTEGER NOT NULL, -- Position of the part, from 1
    role TEXT NOT NULL, -- What the part does in the proof
    cell_divisor BIGINT NOT NULL, -- The cell is pattern / cell_divisor % cell_modulus
    cell_modulus BIGINT NOT NULL, -- 1 when the part has no cell
    digit_divisor BIGINT NOT NULL, -- The digit is pattern / digit_divisor % digit_modulus
    digit_modulus BIGINT NOT NULL, -- 1 when the part has no digit
    unit_divisor BIGINT NOT NULL, -- The unit is pattern / unit_divisor % unit_modulus * unit_factor + unit_offset
    unit_modulus BIGINT NOT NULL, -- 1 when the part has no unit
    unit_factor INTEGER NOT NULL, -- Converts a row, column or box to a unit number
    unit_offset INTEGER NOT NULL, -- Converts a row, column or box to a unit number
    member_kind TEXT NOT NULL, -- The kind of the set; each member gives a row
    member_divisor BIGINT NOT NULL, -- The set is pattern / member_divisor % member_modulus
    member_modulus BIGINT NOT NULL, -- 1 when the part has no set
    member_is TEXT NOT NULL, -- Meaning of a member: digit, place, line, corner or nothing
    within_divisor BIGINT NOT NULL, -- Field with the unit of the places or the rectangle of the corners
    within_modulus BIGINT NOT NULL, -- Field with the unit of the places or the rectangle of the corners
    within_offset INTEGER NOT NULL, -- Converts a box to a unit number
    CONSTRAINT pk_pattern_part PRIMARY KEY (technique, part_no),
    CONSTRAINT ck_pattern_part_member_is CHECK (member_is IN ('', 'digit', 'place', 'line', 'corner'))
) STRICT, WITHOUT ROWID;

CREATE TABLE pattern_member ( -- The members of every set of a pattern
    member_kind TEXT NOT NULL, -- The kind of the set
    value INTEGER NOT NULL, -- The set as a number
    member INTEGER NOT NULL, -- A member
    CONSTRAINT pk_pattern_member PRIMARY KEY (member_kind, value, member)
) STRICT, WITHOUT ROWID;

-- A program with other headers fills these tables again when it opens the database.
CREATE TABLE catalogue_version ( -- The version of the technique files from which the table technique was filled
    fingerprint TEXT NOT NULL, -- A digest of their headers
    CONSTRAINT pk_catalogue_version PRIMARY KEY (fingerprint)
) STRICT, WITHOUT ROWID;

INSERT INTO catalogue_version (fingerprint)
VALUES ('');
