package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver"
)

const puzzle = ".8.9..27..7.23.....627...5..36...9..9.53247.8..8...43..5...738.....83.9..93..2.1."

// boardRows are the lines of the puzzle, with a dash for an empty cell in the first and the last.
func boardRows() (list []string) {
	for row := range slices.Chunk([]byte(puzzle), 9) {
		list = append(list, string(row))
	}
	list[0], list[8] = strings.ReplaceAll(list[0], ".", "-"), strings.ReplaceAll(list[8], ".", "-")
	return list
}

// readAllInput reads a text as a command does, and returns the short forms of its puzzles, and its messages.
func readAllInput(t *testing.T, stdin io.Reader, args ...string) (got []string) {
	t.Helper()
	var messages bytes.Buffer
	in := openInput(stdin, &messages, replaceDashes(args), nil)
	for {
		var p format.Puzzle
		if err := in.Next(t.Context(), &p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		got = append(got, format.Short(p.State))
	}
	for line := range strings.Lines(messages.String()) {
		got = append(got, strings.TrimSpace(line))
	}
	return got
}

// TestEveryWayIn reads texts as a file, as standard input, as an argument and by ReadStates.
func TestEveryWayIn(t *testing.T) {
	for text, want := range map[string][]string{
		puzzle: {puzzle}, strings.Join(boardRows(), "\n"): {puzzle}, puzzle + "\r" + puzzle + "\n": {puzzle, puzzle},
		"3x3da:9zzzb": {"9" + strings.Repeat(".", 80)}, "[" + strings.Join(strings.Split(puzzle, ""), ",") + "]": {puzzle},
	} {
		name := filepath.Join(t.TempDir(), "in")
		gridtest.Must(t, os.WriteFile(name, []byte(text), 0o666))
		ways := map[string][]string{"file": readAllInput(t, nil, name), "standard input": readAllInput(t, strings.NewReader(text), "-"),
			"argument": readAllInput(t, nil, text), "ReadStates": nil}
		for state, err := range solver.ReadStates(strings.NewReader(text), nil) {
			if err != nil {
				t.Error(err)
			}
			ways["ReadStates"] = append(ways["ReadStates"], format.Short(state))
		}
		for way, got := range ways {
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q of\n%s", way, got, want, text)
			}
		}
	}
}

// TestArguments reads several arguments that are one puzzle, and arguments that are none.
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{boardRows(), puzzle},
		{[]string{"no puzzle\nin two lines"}, "setdoku: argument: no puzzles"},
		{[]string{"https://example.org/sudoku"}, "setdoku: argument: no puzzles"},
		{[]string{"https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QDMBXRAX2UNEP3yA"},
			"setdoku: argument line 1: the link has a compressed puzzle"},
		{[]string{"missing.txt"}, "setdoku: missing.txt: no such file or directory"},
		{[]string{"12345"}, "setdoku: 12345: no such file or directory, nor a puzzle: expected 81 characters, got 5"},
		{boardRows()[:8], "setdoku: argument line 1: expected 9 rows, got 8"},
	} {
		if got := readAllInput(t, nil, c.args...); len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%q: got %q, want %s", c.args, got, c.want)
		}
	}
}
