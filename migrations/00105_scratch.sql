-- +goose Up
-- Where coloring.sql keeps its colors while it runs. start is the smallest cell of a net of strong
-- links and names the net, and has color 0.
CREATE TABLE color_cell (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    CONSTRAINT pk_color_cell PRIMARY KEY (puzzle_id, digit, start, color, cell)
) STRICT, WITHOUT ROWID;

-- The units in which a color has cells, in one number as above. wrapped is 1 when it has two in one unit.
CREATE TABLE color_units (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    start INTEGER NOT NULL,
    color INTEGER NOT NULL,
    units INTEGER NOT NULL,
    wrapped INTEGER NOT NULL,
    CONSTRAINT pk_color_units PRIMARY KEY (puzzle_id, digit, start, color)
) STRICT, WITHOUT ROWID;

-- Work table of complex_fish. A unit that keeps candidates of a digit which the victim does not see,
-- as three bits for each, 21 to a word.
CREATE TABLE fish_unit (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    victim INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    unit_bit INTEGER NOT NULL,
    unit_rank INTEGER NOT NULL,
    word_1 BIGINT NOT NULL,
    word_2 BIGINT NOT NULL,
    word_3 BIGINT NOT NULL,
    CONSTRAINT pk_fish_unit PRIMARY KEY (puzzle_id, digit, victim, unit_no)
) STRICT, WITHOUT ROWID;

-- Work table of finned_fish. A fish with fins, by its base lines and its cover, and a cell that loses the digit.
CREATE TABLE finned_victim (
    puzzle_id BIGINT NOT NULL,
    size INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    unit_type TEXT NOT NULL,
    lines INTEGER NOT NULL,
    cover INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    sashimi INTEGER NOT NULL,
    CONSTRAINT pk_finned_victim PRIMARY KEY (puzzle_id, size, digit, unit_type, lines, cover, cell)
) STRICT, WITHOUT ROWID;

-- A node of a chain is a digit in a place, digit * 1000 + place. These are the places in their units, live candidates alone.
CREATE TABLE chain_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    places INTEGER NOT NULL,
    CONSTRAINT pk_chain_place PRIMARY KEY (puzzle_id, digit, unit_no, node)
) STRICT, WITHOUT ROWID;

-- One of the two nodes holds, in a unit or, unit_no being 0, a cell.
CREATE TABLE chain_strong (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_strong PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- What sees all candidates of its digit in an almost locked set, unit_no * 512 + places.
CREATE TABLE chain_sight (
    puzzle_id BIGINT NOT NULL,
    set_no INTEGER NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_chain_sight PRIMARY KEY (puzzle_id, set_no, node)
) STRICT, WITHOUT ROWID;

-- Not both of the two nodes hold, in a unit or cell or, unless set_no is 0, through an almost locked set.
CREATE TABLE chain_weak (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    other INTEGER NOT NULL,
    set_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    CONSTRAINT pk_chain_weak PRIMARY KEY (puzzle_id, node, other)
) STRICT, WITHOUT ROWID;

-- Two links at once. If node holds, off_node does not, for they are weakly linked. Then next_node does.
CREATE TABLE chain_link (
    puzzle_id BIGINT NOT NULL,
    node INTEGER NOT NULL,
    next_node INTEGER NOT NULL,
    off_node INTEGER NOT NULL,
    set_no INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT pk_chain_link PRIMARY KEY (puzzle_id, node, next_node)
) STRICT, WITHOUT ROWID;

-- The chains of a puzzle and a technique. If start_node does not hold, node does, after so many strong links. previous
-- is the node before, 0 for none.
CREATE TABLE chain_reach (
    puzzle_id BIGINT NOT NULL,
    start_node INTEGER NOT NULL,
    node INTEGER NOT NULL,
    links INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    CONSTRAINT pk_chain_reach PRIMARY KEY (puzzle_id, start_node, node)
) STRICT, WITHOUT ROWID;

CREATE INDEX chain_reach_links ON chain_reach (links);

-- A chain file of sql/ adds a strong link to the chains as long as that makes new ones. The solver repeats
-- the statement. A shell cannot, so there the file fills this table, and every row of it
-- is one repetition, until one finds nothing.
CREATE TABLE chain_round (
    round INTEGER NOT NULL,
    CONSTRAINT pk_chain_round PRIMARY KEY (round)
) STRICT, WITHOUT ROWID;

-- An open cell in each of its units, by the thirds of the unit, 1 to 3, and its place in its box.
CREATE TABLE unit_cell (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    place INTEGER NOT NULL,
    box_place INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_unit_cell PRIMARY KEY (puzzle_id, unit_no, third, place)
) STRICT, WITHOUT ROWID;

-- Every set of open cells of a third of a unit, the empty one too. Three of them, one of each third, make any set of
-- cells of the unit, which is quicker than to add cell by cell.
CREATE TABLE unit_third (
    puzzle_id BIGINT NOT NULL,
    unit_no INTEGER NOT NULL,
    third INTEGER NOT NULL,
    places INTEGER NOT NULL,
    box_places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_unit_third PRIMARY KEY (puzzle_id, unit_no, third, places)
) STRICT, WITHOUT ROWID;

-- Cells of one unit with one digit more than cells together. als_no is the group_no of the cells.
CREATE TABLE almost_locked_set (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_almost_locked_set PRIMARY KEY (puzzle_id, als_no)
) STRICT, WITHOUT ROWID;

-- A digit of an almost locked set, the cells that hold it there, and the other candidates of the
-- digit that all of them see. A digit without such victims is left out, nothing follows from it.
CREATE TABLE als_digit (
    puzzle_id BIGINT NOT NULL,
    als_no INTEGER NOT NULL,
    digit INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    victims_low BIGINT NOT NULL,
    victims_high BIGINT NOT NULL,
    CONSTRAINT pk_als_digit PRIMARY KEY (puzzle_id, als_no, digit)
) STRICT, WITHOUT ROWID;

-- The same once for every unit in which the holders lie and have a victim.
CREATE TABLE als_place (
    puzzle_id BIGINT NOT NULL,
    digit INTEGER NOT NULL,
    unit_no INTEGER NOT NULL,
    als_no INTEGER NOT NULL,
    places INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mask BIGINT NOT NULL,
    CONSTRAINT pk_als_place PRIMARY KEY (puzzle_id, digit, unit_no, als_no)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE als_place;
DROP TABLE als_digit;
DROP TABLE almost_locked_set;
DROP TABLE unit_third;
DROP TABLE unit_cell;
DROP TABLE chain_round;
DROP TABLE chain_reach;
DROP TABLE chain_link;
DROP TABLE chain_weak;
DROP TABLE chain_sight;
DROP TABLE chain_strong;
DROP TABLE chain_place;
DROP TABLE finned_victim;
DROP TABLE fish_unit;
DROP TABLE color_units;
DROP TABLE color_cell;
