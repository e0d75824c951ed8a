-- +goose Up
-- The techniques, easiest first. The program fills the table from the headers of sql/ (store/catalogue.go). file names the
-- statement that finds the technique, level_no orders the levels, size is what the statement is run with,
-- places is 1 for a technique that places digits.
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
    places INTEGER NOT NULL,
    CONSTRAINT pk_technique PRIMARY KEY (name),
    CONSTRAINT uq_technique_tier UNIQUE (tier),
    CONSTRAINT ck_technique_level CHECK (level IN ('easy', 'medium', 'hard', 'unfair', 'extreme')),
    CONSTRAINT ck_technique_assumes_unique CHECK (assumes_unique IN (0, 1)),
    CONSTRAINT ck_technique_places CHECK (places IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Which headers filled the table technique. The program that opens the database with other headers fills it again.
CREATE TABLE catalogue_version (
    fingerprint TEXT NOT NULL,
    CONSTRAINT pk_catalogue_version PRIMARY KEY (fingerprint)
) STRICT, WITHOUT ROWID;

INSERT INTO catalogue_version (fingerprint)
VALUES ('');

-- +goose Down
DROP TABLE catalogue_version;
DROP TABLE technique;
