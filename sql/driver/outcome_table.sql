-- The results of the puzzles, with the columns of the table puzzle.
CREATE TEMP TABLE IF NOT EXISTS work_outcome (
    puzzle_id BIGINT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    steps INTEGER NOT NULL,
    solution TEXT,
    level TEXT,
    hardest TEXT,
    score INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    depth INTEGER,
    run_id BIGINT
);
