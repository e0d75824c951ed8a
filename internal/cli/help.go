package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/explain/picture"
)

// helpColumns is the width of help that does not go to a terminal, and leastHelp the smallest one on a terminal.
const (
	helpColumns = 80
	leastHelp   = 40
)

// fitHelp makes root and all commands below it print help and usage in the width of the terminal.
func (a *app) fitHelp(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		width := terminalWidth(a.Out)
		if width == 0 {
			width = helpColumns
		}
		width = max(width, leastHelp)
		fmt.Fprint(a.Out, reflow(strings.TrimSpace(cmd.Long), width), "\n\n", fitLines(cmd.UsageString(), width))
	})
}

// item matches the beginning of a line of help that has a term and, after two blanks or more, its description.
var item = regexp.MustCompile(`^ +\S+( \S+)* {2,}`)

// reflow wraps a text. Lines without indentation are paragraphs. Indented lines stay lines, and the lines that are
// indented as the description of a term above them go on with it.
func reflow(text string, width int) string {
	var lines []string // unwrapped
	hang := 0          // columns before the text that the next line may continue; -1 for none
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.ReplaceAll(line, "\t", "    ")
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case line != "" && indent == hang && len(lines) > 0 && lines[len(lines)-1] != "":
			lines[len(lines)-1] += " " + line[indent:]
			continue
		case indent == 0:
			hang = 0
		default:
			hang = max(len(item.FindString(line)), 0)
			if hang == 0 {
				hang = -1
			}
		}
		lines = append(lines, line)
	}
	return fitLines(strings.Join(lines, "\n"), width)
}

// fitLines wraps each line of a text.
func fitLines(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = fit(line, width)
	}
	return strings.Join(lines, "\n")
}

// fit wraps a line.
func fit(line string, width int) string {
	if len([]rune(line)) <= width {
		return line
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	if indent != "" && strings.HasPrefix(line[len(indent):], "setdoku ") {
		return fitCall(indent, line[len(indent):], width)
	}
	head := item.FindString(line)
	if head == "" || len(head) > width/2 {
		return picture.Wrap(indent, line[len(indent):], width)
	}
	wrapped := picture.Wrap(strings.Repeat(" ", len(head)), line[len(head):], width)
	return head + wrapped[len(head):]
}

// fitCall wraps a command line so that a shell reads it as before: a line that ends between quotes ends without a
// backslash.
func fitCall(indent, call string, width int) string {
	var b strings.Builder
	column, quoted := 0, false
	for i, word := range strings.Fields(call) {
		switch {
		case i == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+len(word)+len(` \`) > width:
			if !quoted {
				b.WriteString(` \`)
			}
			b.WriteString("\n" + indent + "    ")
			column = len(indent) + 4
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
		quoted = quoted != (strings.Count(word, "'")%2 == 1 || strings.Count(word, `"`)%2 == 1)
	}
	return b.String()
}

// spellings are other names of flags.
var spellings = map[string]string{"techniques": "technique", "out": "output"}

// spelled returns the name of a flag for one of its spellings.
func spelled(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if other := spellings[name]; other != "" {
		name = other
	}
	return pflag.NormalizedName(name)
}
