package format

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"setdoku/internal/testing/gridtest"
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
	var list []brokenInput
	add := func(start string, units ...string) {
		for _, unit := range units {
			list = append(list, brokenInput{fmt.Sprintf("%q and %.40q", start, unit), start, unit})
		}
	}
	add("", "\n", "x\n", "1\n", ".\n", sample[:80]+"\n", "22"+sample[2:]+"\n", strings.Repeat(". ", 40)+".\n",
		"111111111\n", "12345678\n", "123456789\n\n", "123 123 123 123 123 123 123 123 1230\n", "u1 u1 u1 u1 u1 u1 u1 u1 u1\n",
		"*-----------*\n", "|||||||||\n", "---------\n", ":::::::::::\n", ":0000:x:"+sample+":0::::\n",
		sample+":"+strings.Repeat("111 ", long/4)+"0\n", strings.Repeat("+", 90)+"\n", strings.Repeat("987654321", 81)+"\n",
		"0ab "+sample[:70]+" 1\n", "#D x\n", "[x]\ny\n", "\r", "\r\n", "é\n", "puzzl,quizze,zzz\n", "\"puzzle,x\n",
		"<opensudoku/>", "<opensudoku/>\nx\n", random("123456789.0*_-X \n", 1<<16), random("123456789 |\n", 1<<16),
		random("123456789.0*_-X |,;:<>\"[]{}'qwert#\n\n", 1<<16), "[1,\n", "{\"a\":\n", "[5,5]\n", "{\n")
	add("[State]\n", "x\n", "123456789\n")
	add("[easy]\n", "x\n", "1 2 3 4 5 6 7 8\n")
	add(sample+"\n", "<x>\n")
	add(csv, "\"\n", "\"\"\n", "\"\"\"\n", "\"1,"+sample+",\n", "1\","+sample+",\n", "\""+strings.Repeat("x\n", maxLine/2)+"\"",
		strings.Repeat(",", 1000)+"\n", ",\n", csv, "#\n", random("123.,\"\n", 1<<16))
	add(csv+"\"", "x\n", "#\n")
	add(xml, "x\n", " \n", "<game/>", "<game data=\""+sample[:80]+"\"/>\n", "<a/>", "<a>5</a>\n", "&amp;", "<!-- -->", "<?x y?>",
		"<![CDATA[x]]>", "<folder name='a'></folder>", random("<>/=\"ab &;\n", 1<<16))
	add(xml+"<game ", "a='1' ")
	add(xml+"<!-- ", "- ")
	add("<!DOCTYPE html>", "<p>x")
	for _, unit := range []string{" ", "1", ".", "x", "-", "|", "+", ":", ",", "#", "[", "\"", "u", "1 ", ". ", "é", ";", "<", "\t"} {
		add("", strings.Repeat(unit, long/len(unit))+"\n")
	}
	for _, unit := range []string{"\"", "\"\"", "\"x", "x\"", ",", "1"} {
		add(csv, strings.Repeat(unit, long/len(unit))+"\n")
	}
	return append(list, brokenInput{"one line of ones", "", "1"}, brokenInput{"one line of quotes in CSV", csv, "\""},
		brokenInput{"one quoted field of blanks", csv + "\"", " "})
}

// TestBrokenInput checks that the time to read is proportional to the size of the input. A reader that goes back in its
// input would take 64 times as long for 8 times the size. What else the machine does can disturb a measurement, but not
// three of them.
func TestBrokenInput(t *testing.T) {
	const times, most = 8, 24
	size := gridtest.Size(1<<18, 1<<20)
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
