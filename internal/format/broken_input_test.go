package format

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"setdoku/internal/gridtest"
)

// brokenInput is input with few or no puzzles: a beginning, and a part that repeats.
type brokenInput struct {
	name, start, unit string
}

// brokenInputs are kinds of input that users have, or that reach code which examines more than one line.
func brokenInputs() []brokenInput {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(alphabet string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		return string(b)
	}
	long := maxLine - 200
	const csv = "id,puzzle,solution\n"
	const xml = "<opensudoku>\n"
	list := []brokenInput{
		{"random cells", "", random("123456789.0*_-X |,;:<>\"\n\n", 1<<16)},
		{"random CSV", csv, random("123.,\"\n", 1<<16)},
		{"a long list of deleted", "", sample + ":" + strings.Repeat("111 ", long/4) + "0\n"},
		{"729 wrong characters", "", strings.Repeat("987654321", 81) + "\n"},
		{"XML attributes", xml + "<game ", "a='1' "},
		{"XML in a comment", xml + "<!-- ", "- "},
	}
	for _, unit := range []string{" ", "1", ".", "x", "-", "|", "+", ":", ",", "#", "[", "\"", "u", "1 ", ". ", "é",
		";", "<", "\t"} {
		list = append(list, brokenInput{fmt.Sprintf("lines of 64 KB of %q", unit), "",
			strings.Repeat(unit, long/len(unit)) + "\n"})
	}
	for _, unit := range []string{"\"", "\"\"", "\"x", "x\"", ",", "1"} {
		list = append(list, brokenInput{fmt.Sprintf("CSV lines of 64 KB of %q", unit), csv,
			strings.Repeat(unit, long/len(unit)) + "\n"})
	}
	return append(list, brokenInput{"one line of ones", "", "1"}, brokenInput{"one line of quotes in CSV", csv, "\""},
		brokenInput{"one quoted field of blanks", csv + "\"", " "})
}

// TestBrokenInput checks that the time to read is proportional to the size of the input. A reader that goes back in its
// input would take 64 times as long for 8 times the size. What else the machine does can disturb a measurement, but not
// three of them.
func TestBrokenInput(t *testing.T) {
	const size, times, most = 1 << 20, 8, 24
	for _, j := range gridtest.Part(8, brokenInputs()) {
		text := []byte(j.start + strings.Repeat(j.unit, (size-len(j.start))/len(j.unit)+1))[:size]
		for slow := 0; ; slow++ {
			if slow == 3 {
				t.Errorf("%s: %d times the input takes more than %d times as long", j.name, times, most)
				break
			}
			if short := readBroken(text[:size/times]); readBroken(text) <= most*short {
				break
			}
		}
	}
}

// readBroken reads a text to its end and returns the CPU time.
func readBroken(text []byte) time.Duration {
	began := gridtest.CPUTime()
	r := NewReader(bytes.NewReader(text), "f")
	for bad := true; bad; {
		_, err := r.Read()
		_, bad = errors.AsType[*LineError](err)
		bad = bad || err == nil
	}
	return gridtest.CPUTime() - began
}
