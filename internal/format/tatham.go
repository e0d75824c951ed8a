package format

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A game of Simon Tatham's Solo is 3x3:cells: the numbers of columns and rows of boxes, and the cells in reading order.
// A letter is as many empty cells as its place in the alphabet, and _ is between two digits. Behind the numbers x is
// for diagonals. A jigsaw is 9j:cells,regions.

// tathamGame matches a game. Parameters of the generator are between the size and the colon.
var tathamGame = regexp.MustCompile(`^(?:(\d)x(\d)|(\d)j)([a-z0-9]*):([a-z_1-9]+)(?:,([a-z_]+))?$`)

// tathamCell matches a digit or a number of empty cells.
var tathamCell = regexp.MustCompile(`\d+|[a-z]`)

// savedLine matches a line of a saved game.
var savedLine = regexp.MustCompile(`^([A-Z]+) *:\d+:(.*)$`)

// takeSaved takes a line of a saved game, which has the size of the board and the cells in lines of their own.
func (r *Reader) takeSaved(line []byte) bool {
	if line[0] < 'A' || line[0] > 'Z' || bytes.IndexByte(line, ':') < 0 {
		return false
	}
	m := savedLine.FindSubmatch(line)
	if m == nil {
		return false
	}
	switch string(m[1]) {
	case "SAVEFILE", "PARAMS", "CPARAMS":
		r.saved = string(m[2])
	case "DESC":
		if game := []byte(r.saved + ":" + string(m[2])); tathamGame.Match(game) {
			r.add(line, []span{{0, len(line), func(rec *record, _ []byte) error { return r.readTatham(rec, game) }}})
		}
	}
	return r.saved != ""
}

// readTatham reads a game that matches tathamGame.
func (r *Reader) readTatham(rec *record, game []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("game of Simon Tatham's Solo: %w", err)
		}
	}()
	m := tathamGame.FindStringSubmatch(string(game))
	columns, _ := strconv.Atoi(m[1])
	rows, _ := strconv.Atoi(m[2])
	size, _ := strconv.Atoi(m[3])
	jigsaw := size > 0
	if !jigsaw {
		size = columns * rows
	}
	options, _, _ := strings.Cut(m[4], "d") // d and a letter are the difficulty
	if size < 4 || size > 9 {
		return fmt.Errorf("expected a board of 4x4 to 9x9, got %dx%[1]d", size)
	}
	if strings.Contains(options, "k") {
		return errKiller
	}
	regions := make([]int, size*size)
	for k := range regions {
		regions[k] = k/size/max(columns, 1)*columns + k%size/max(rows, 1)
	}
	if jigsaw {
		if regions, err = tathamRegions(m[6], size); err != nil {
			return err
		}
	}
	k := 0
	for _, part := range tathamCell.FindAllString(m[5], -1) {
		digit, err := strconv.Atoi(part)
		switch {
		case err != nil:
			k += int(part[0]-'a') + 1
		case digit > size || k >= size*size:
			return fmt.Errorf("expected 1 to %d in %d cells, got %d at cell %d", size, size*size, digit, k+1)
		default:
			rec.givens[index(k, size)] = uint8(digit)
			k++
		}
	}
	if k != size*size {
		return expectedCells(size*size, k)
	}
	rec.size, rec.variant = size, regionName(regions)
	if strings.Contains(options, "x") {
		rec.variant += "+x"
	}
	_, err = r.variantNamed(rec.variant)
	return err
}

// regionName returns a layout as the name of a variant: a digit for the region of each cell, by their first cells.
func regionName(regions []int) string {
	numbers := make(map[int]byte)
	var b strings.Builder
	for _, region := range regions {
		if numbers[region] == 0 {
			numbers[region] = byte('1' + len(numbers))
		}
		b.WriteByte(numbers[region])
	}
	return b.String()
}

// tathamRegions reads the regions of a jigsaw. The text runs over the lines between neighbors in a row, by rows, and
// then over those between neighbors in a column, by columns. A letter is as many pairs in one region and then a border;
// z is 25 pairs and no border.
func tathamRegions(text string, size int) ([]int, error) {
	region := make([]int, size*size)
	for k := range region {
		region[k] = k
	}
	pair, pairs := 0, size*(size-1)
	join := func() {
		a, b := pair/(size-1)*size+pair%(size-1), 0
		if b = a + 1; pair >= pairs {
			a = (pair-pairs)%(size-1)*size + (pair-pairs)/(size-1)
			b = a + size
		}
		from, to := region[b], region[a]
		for k := range region {
			if region[k] == from {
				region[k] = to
			}
		}
		pair++
	}
	for _, c := range text {
		run := 0
		if c != '_' {
			run = int(c-'a') + 1
		}
		for range min(run, 25) {
			if pair >= 2*pairs {
				break
			}
			join()
		}
		if c != 'z' {
			pair++ // a border
		}
	}
	if pair != 2*pairs+1 {
		return nil, fmt.Errorf("expected regions of %d borders, got %d", 2*pairs, pair-1)
	}
	return region, nil
}
