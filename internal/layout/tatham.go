package layout

import (
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

// tatham returns the parts of the game in the first field of a line, nil if there is none.
func tatham(line []byte) []string {
	field, _ := cutField(line)
	if len(field) > mostRow || len(field) < 10 || field[1] != 'x' && field[1] != 'j' {
		return nil
	}
	return tathamGame.FindStringSubmatch(string(field))
}

func readTatham(r *Reader, line []byte, rec *Record) (bool, error) {
	m := tatham(line)
	if m == nil {
		return false, nil
	}
	columns, _ := strconv.Atoi(m[1])
	rows, _ := strconv.Atoi(m[2])
	size, _ := strconv.Atoi(m[3])
	jigsaw := size > 0
	if !jigsaw {
		size = columns * rows
	}
	options, _, _ := strings.Cut(m[4], "d") // d and a letter are the difficulty
	if size < 4 || size > 9 {
		return true, fmt.Errorf("a board of %dx%[1]d, want 4x4 to 9x9", size)
	}
	if strings.Contains(options, "k") {
		return true, fmt.Errorf("a killer sudoku, want one without cages")
	}
	regions := make([]int, size*size)
	for k := range regions {
		regions[k] = k/size/max(columns, 1)*columns + k%size/max(rows, 1)
	}
	if jigsaw {
		var err error
		if regions, err = tathamRegions(m[6], size); err != nil {
			return true, err
		}
	}
	k := 0
	for _, part := range tathamCell.FindAllString(m[5], -1) {
		digit, err := strconv.Atoi(part)
		switch {
		case err != nil:
			k += int(part[0]-'a') + 1
		case digit > size || k >= size*size:
			return true, fmt.Errorf("%d at cell %d, want 1 to %d in %d cells", digit, k+1, size, size*size)
		default:
			rec.Givens[index(k, size)] = uint8(digit)
			k++
		}
	}
	if k != size*size {
		return true, cellsError{k, fmt.Sprint(size * size)}
	}
	rec.Size, rec.Variant = size, regionName(regions)
	if strings.Contains(options, "x") {
		rec.Variant += "+x"
	}
	_, err := r.sizeOf(rec.Variant)
	return true, err
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
		return nil, fmt.Errorf("regions of %d borders, want %d", pair-1, 2*pairs)
	}
	return region, nil
}
