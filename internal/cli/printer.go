package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// printer writes the results of solve, one line a puzzle.
type printer struct {
	w       *bufio.Writer
	width   int // columns of the terminal, 0 for any number
	json    bool
	ordinal bool // print the number of the puzzle in the input instead of its puzzle_id
	outcomes
	bar     *progressBar
	firstID int64            // puzzle_id of the first puzzle, 0 without a database
	seen    map[int64]uint64 // a bit for each puzzle_id that was printed, by puzzle_id / 64
}

// outcomes counts puzzles by their status.
type outcomes struct {
	puzzles  int
	repeated int                    // puzzles that the database had met before in the same call
	count    map[setdoku.Status]int // puzzles by status
	began    time.Time
	kept     int // puzzles that were solved before this call
	// notCounted is the number of puzzles for which the search for solutions gave up.
	notCounted int
}

// add counts a result.
func (o *outcomes) add(r *setdoku.Rating) {
	if o.count == nil {
		o.count = make(map[setdoku.Status]int)
	}
	o.puzzles++
	o.count[r.Status]++
	if r.NotCounted {
		o.notCounted++
	}
}

// writeLine writes a puzzle as JSON.
func writeLine(w io.Writer, id int64, r *record.Puzzle) error {
	line := r.Line()
	line.PuzzleID = id
	b, err := json.Marshal(line)
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	return err
}

// print counts the puzzles of one chunk, all of which are done, and writes their lines.
func (p *printer) print(results []*record.Puzzle) error {
	before := p.puzzles
	for _, r := range results {
		p.add(&r.Rating)
	}
	for i, r := range results {
		id := r.PuzzleID
		if before+i == 0 {
			p.firstID = id
		}
		if p.ordinal {
			id = int64(before + i + 1)
		} else if p.repeats(id) {
			p.repeated++
		} else if r.Kept {
			p.kept++
		}
		if err := p.line(id, r); err != nil {
			return err
		}
	}
	return p.w.Flush()
}

// repeats reports whether a puzzle_id was given before.
func (p *printer) repeats(id int64) bool {
	if p.seen == nil {
		p.seen = make(map[int64]uint64)
	}
	before, bit := p.seen[id/64], uint64(1)<<(id%64)
	p.seen[id/64] = before | bit
	return before&bit != 0
}

// line writes the line of one puzzle.
func (p *printer) line(id int64, r *record.Puzzle) error {
	if p.json {
		return writeLine(p.w, id, r)
	}
	head, grid := fmt.Sprintf("%d %-7s", id, r.Status), solutionGrid(r)
	tail := fmt.Sprintf("%-7s %5d %-17s %d", orDash(r.Level), r.Score, orDash(r.Hardest), r.Steps)
	var err error
	switch {
	case p.width == 0 || p.width >= wholeLine:
		_, err = fmt.Fprintf(p.w, "%s %s %s\n", head, grid, tail)
	case p.width >= len("  ")+len(grid) || len(grid) < setdoku.CellCount:
		_, err = fmt.Fprintf(p.w, "%s %s\n  %s\n", head, tail, grid)
	default:
		_, err = fmt.Fprintf(p.w, "%s %s\n", head, tail)
		for band := range slices.Chunk([]byte(grid), 27) {
			_, err = fmt.Fprintf(p.w, "  %s %s %s\n", band[:9], band[9:18], band[18:])
		}
	}
	return err
}

// wholeLine is the number of columns of a terminal on which the line of a puzzle has its grid too. A number of eight
// digits fits.
const wholeLine = 132

// summary writes the number of puzzles by status, the time, and where the results are. skipped counts the bad lines of
// the input.
func (o *outcomes) summary(w io.Writer, where, skipped string) {
	line := format.Plural(o.puzzles, "puzzle")
	if o.repeated > 0 {
		line += fmt.Sprintf(", %d of them repeated", o.repeated)
	}
	if o.kept > 0 {
		line += fmt.Sprintf(", %d of them done before", o.kept)
	}
	for _, s := range []setdoku.Status{"solved", "multiple", "invalid", "stuck", "new"} {
		if n := o.count[s]; n > 0 {
			line += fmt.Sprintf(", %d %s", n, s)
		}
	}
	line += skipped
	took := time.Since(o.began)
	line += fmt.Sprintf(" in %.1f s", took.Seconds())
	if now := o.puzzles - o.kept - o.repeated; now >= 100 {
		line += fmt.Sprintf(" (%.0f/s)", float64(now)/took.Seconds())
	}
	if where != "" {
		line += "; " + where
	}
	fmt.Fprintln(w, line)
	noteNotCounted(w, o.notCounted)
}

// noteNotCounted says that the solutions of n puzzles were not counted, if there are any.
func noteNotCounted(w io.Writer, n int) {
	if n > 0 {
		fmt.Fprintf(w, "the solutions of %s were not counted: the search gave up; with more givens it may succeed\n",
			format.Plural(n, "puzzle"))
	}
}

// done says how many puzzles are done.
func (o *outcomes) done() string {
	switch o.puzzles {
	case 0:
		return "no puzzle is done"
	case 1:
		return "1 puzzle is done"
	}
	return fmt.Sprintf("%d puzzles are done", o.puzzles)
}

// solutionGrid returns the grid of a result, with a character for each cell.
func solutionGrid(r *record.Puzzle) string {
	if r.Filled != "" {
		return format.BoardCells(r.Board(), r.Filled)
	}
	return format.BoardCells(r.Board(), strings.Repeat(".", 81))
}
