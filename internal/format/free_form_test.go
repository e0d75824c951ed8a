package format

import (
	"strings"
	"testing"
)

func TestFreeForm(t *testing.T) {
	join := func(by string) string { return strings.Join(strings.Split(sample, ""), by) }
	rows := strings.TrimSpace(rowsOf(sample))
	var drawn strings.Builder
	drawn.WriteString("┌───────┬───────┬───────┐\n")
	for i, row := range strings.Fields(rows) {
		if i == 3 || i == 6 {
			drawn.WriteString("├───────┼───────┼───────┤\n")
		}
		drawn.WriteString("│ " + row[:1] + " " + row[1:2] + " " + row[2:3] + " │ " + row[3:6] + " │ " + row[6:] + " │\n")
	}
	for _, tt := range []struct{ name, text, want string }{
		{"a line", sample, sample},
		{"blanks", join(" "), sample},
		{"commas", join(","), sample},
		{"commas and blanks", join(", "), sample},
		{"tabs", join("\t"), sample},
		{"bars by threes", strings.Join([]string{sample[:27], sample[27:54], sample[54:]}, "|"), sample},
		{"nine lines", rows, sample},
		{"nine words", strings.ReplaceAll(rows, "\n", " "), sample},
		{"slashes", strings.ReplaceAll(rows, "\n", "/"), sample},
		{"lists of lists", "[[" + strings.ReplaceAll(strings.Join(strings.Split(rows, ""), ","), ",\n,", "], [") + "]]", sample},
		{"zeros", strings.ReplaceAll(join(" "), ".", "0"), strings.ReplaceAll(sample, ".", "0")},
		{"dashes are cells", strings.ReplaceAll(join(" "), ".", "-"), strings.ReplaceAll(sample, ".", "-")},
		{"dashes are a border", "+-------+\n| " + sample[:27] + "\n+-------+\n" + sample[27:] + "\n", sample},
		{"a drawn grid", drawn.String(), sample},
		{"nothing between commas", strings.ReplaceAll(join(","), ".", ""), sample},
		{"nothing between commas, nine lines", strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Split(rows, ""), ","), ",\n,", "\n"), ".", ""), sample},
		{"80 cells", join(" ")[:159], sample[:80]},
		{"nothing", "", ""},
	} {
		if got, ok := FreeForm(tt.text); !ok || got != tt.want {
			t.Errorf("%s: got %q, %v", tt.name, got, ok)
		}
	}
	for _, text := range []string{"puzzles.txt", sample + "a", "+5" + sample[1:], sample + ":914", "é", "\xff"} {
		if got, ok := FreeForm(text); ok {
			t.Errorf("%s: got %q, want no puzzle", text, got)
		}
	}
}
