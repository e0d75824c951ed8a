package format

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"setdoku/internal/gridtest"
)

var brokenSize = flag.Int("broken", 1, "megabytes of each kind of broken input that TestBrokenInput reads; with more "+
	"than 1 it prints a table")

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
	printable := ""
	for c := byte(' '); c < 0x7f; c++ {
		printable += string(c)
	}
	long := maxLine - 200
	const csv = "id,puzzle,solution\n"
	const xml = "<opensudoku>\n"
	list := []brokenInput{
		{"empty lines", "", "\n"},
		{"lines of a letter", "", "x\n"},
		{"lines of a digit", "", "1\n"},
		{"lines of a dot", "", ".\n"},
		{"lines of 80 cells", "", sample[:80] + "\n"},
		{"lines with a repeat", "", "22" + sample[2:] + "\n"},
		{"lines of 81 blanks and dots", "", strings.Repeat(". ", 40) + ".\n"},
		{"rows with a repeat", "", strings.Repeat("1", 9) + "\n"},
		{"rows of 8", "", "12345678\n"},
		{"rows and empty lines", "", "123456789\n\n"},
		{"rows of pencil marks", "", "123 123 123 123 123 123 123 123 1230\n"},
		{"rows of u", "", "u1 u1 u1 u1 u1 u1 u1 u1 u1\n"},
		{"borders", "", "*-----------*\n"},
		{"bars", "", "|||||||||\n"},
		{"dashes", "", "---------\n"},
		{"colons", "", ":::::::::::\n"},
		{"library lines", "", ":0000:x:" + sample + ":0::::\n"},
		{"a long list of deleted", "", sample + ":" + strings.Repeat("111 ", long/4) + "0\n"},
		{"plus signs", "", strings.Repeat("+", 90) + "\n"},
		{"729 wrong characters", "", strings.Repeat("987654321", 81) + "\n"},
		{"bank lines", "", "0ab " + sample[:70] + " 1\n"},
		{"comments", "", "#D x\n"},
		{"sections", "", "[x]\ny\n"},
		{"below [State]", "[State]\n", "x\n"},
		{"rows below [State]", "[State]\n", "123456789\n"},
		{"below [easy]", "[easy]\n", "x\n"},
		{"letters below [easy]", "[easy]\n", "1 2 3 4 5 6 7 8\n"},
		{"tags in lines", sample + "\n", "<x>\n"},
		{"CR", "", "\r"},
		{"CR LF", "", "\r\n"},
		{"accents", "", "é\n"},
		{"random cells", "", random("123456789.0*_-X \n", 1<<16)},
		{"random text", "", random(printable+"\n\n\n", 1<<16)},
		{"random digits and blanks", "", random("123456789 |\n", 1<<16)},
		{"random CSV", csv, random("123.,\"\n", 1<<16)},
		{"random XML", xml, random("<>/=\"ab &;\n", 1<<16)},
		{"CSV lines of a quote", csv, "\"\n"},
		{"CSV lines of two quotes", csv, "\"\"\n"},
		{"CSV lines of three quotes", csv, "\"\"\"\n"},
		{"CSV with an open quote", csv + "\"", "x\n"},
		{"CSV, each with an open quote", csv, "\"1," + sample + ",\n"},
		{"CSV, a quote within", csv, "1\"," + sample + ",\n"},
		{"CSV, 64 KB quoted", csv, "\"" + strings.Repeat("x\n", maxLine/2) + "\""},
		{"CSV commas", csv, strings.Repeat(",", 1000) + "\n"},
		{"CSV lines of a comma", csv, ",\n"},
		{"CSV headers", csv, csv},
		{"CSV comments", csv, "#\n"},
		{"CSV, comments in a quote", csv + "\"", "#\n"},
		{"headers of no CSV", "", "puzzl,quizze,zzz\n"},
		{"headers with quotes", "", "\"puzzle,x\n"},
		{"XML text", xml, "x\n"},
		{"XML blanks", xml, " \n"},
		{"XML games without data", xml, "<game/>"},
		{"XML games of 80 cells", xml, "<game data=\"" + sample[:80] + "\"/>\n"},
		{"XML elements", xml, "<a/>"},
		{"XML elements with text", xml, "<a>5</a>\n"},
		{"XML attributes", xml + "<game ", "a='1' "},
		{"XML entities", xml, "&amp;"},
		{"XML comments", xml, "<!-- -->"},
		{"XML instructions", xml, "<?x y?>"},
		{"XML CDATA", xml, "<![CDATA[x]]>"},
		{"XML folders", xml, "<folder name='a'></folder>"},
		{"XML documents", "", "<opensudoku/>"},
		{"XML documents, lines", "", "<opensudoku/>\nx\n"},
		{"XML in a comment", xml + "<!-- ", "- "},
		{"HTML", "<!DOCTYPE html>", "<p>x"},
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
	const times, most = 8, 24
	size := *brokenSize << 20
	type spent struct {
		name    string
		results int
		time    time.Duration
	}
	var table []spent
	for _, j := range gridtest.Part(8, brokenInputs()) {
		text := []byte(j.start + strings.Repeat(j.unit, (size-len(j.start))/len(j.unit)+1))[:size]
		slow := 0
		for slow < 3 {
			_, short := readBroken(text[:size/times])
			results, long := readBroken(text)
			if long <= most*short {
				table = append(table, spent{j.name, results, long})
				break
			}
			slow++
		}
		if slow == 3 {
			t.Errorf("%s: %d times the input takes more than %d times as long", j.name, times, most)
		}
	}
	if *brokenSize > 1 {
		slices.SortStableFunc(table, func(a, b spent) int { return int(b.time - a.time) })
		for _, s := range table {
			t.Logf("%-40s %9d results %6.2f s", s.name, s.results, s.time.Seconds())
		}
	}
}

// readBroken reads a text to its end and returns the number of results and the CPU time.
func readBroken(text []byte) (results int, took time.Duration) {
	began := gridtest.CPUTime()
	r := NewReader(bytes.NewReader(text), "f")
	for bad := true; bad; results++ {
		_, err := r.Read()
		_, bad = errors.AsType[*LineError](err)
		bad = bad || err == nil
	}
	return results, gridtest.CPUTime() - began
}
