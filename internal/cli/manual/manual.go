// Package manual writes the manual pages of the commands.
package manual

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"setdoku/internal/cli/stream"
)

// Release is what the pages say about the program.
type Release struct {
	Version string
	Date    string // such as 2026-11-22
}

// Write writes the pages of a command and of the commands below it into a folder, and returns how many it wrote. It changes the
// texts of the commands, which cannot be used for help any more.
func Write(ctx context.Context, cmd *cobra.Command, folder string, release Release) (n int, err error) {
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		below, err := Write(ctx, sub, folder, release)
		if err != nil {
			return 0, err
		}
		n += below
	}
	text, err := page(cmd, release)
	if err != nil {
		return 0, err
	}
	return n + 1, stream.WriteFile(ctx, filepath.Join(folder, Name(cmd)+".1"), text)
}

// Name returns the name under which man finds the page of a command.
func Name(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page returns the page of a command in the language of man.
func page(cmd *cobra.Command, release Release) ([]byte, error) {
	date, err := time.Parse(time.DateOnly, release.Date)
	if err != nil {
		return nil, err
	}
	cmd.DisableAutoGenTag = true
	cmd.InitDefaultHelpFlag()
	cmd.Long = markdown(cmd.Long)
	var out bytes.Buffer
	err = doc.GenMan(cmd, &doc.GenManHeader{
		Title: strings.ToUpper(Name(cmd)), Section: "1", Date: &date, Source: "setdoku " + release.Version, Manual: "setdoku",
	}, &out)
	if err != nil {
		return nil, err
	}
	text := strings.Replace(out.String(), "\n.SH EXAMPLE\n", "\n.SH EXAMPLES\n", 1)
	text = strings.Replace(text, "\n.SH SEE ALSO\n", exitStatus+"\n.SH SEE ALSO\n", 1)
	return []byte(minus(text)), nil
}

// minus marks the minus signs of code. man shows an unmarked one as a hyphen, which no shell understands.
func minus(page string) string {
	var out strings.Builder
	code := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, ".EX"):
			code = true
		case strings.HasPrefix(line, ".EE"):
			code = false
		case code, strings.HasPrefix(line, `\fB-`): // the second case is a flag
			line = strings.ReplaceAll(strings.ReplaceAll(line, `\-`, "-"), "-", `\-`)
		}
		out.WriteString(line)
	}
	return out.String()
}

// exitStatus is a section of every page.
const exitStatus = `
.SH EXIT STATUS
0 when all is done, 1 after an error or any bad line of input, 2 when the call is wrong, 3 when a puzzle that
was to be solved is not. When several apply, the smallest one above 0 is returned.
`

// markdown prepares a help text for the generator, which reads it as Markdown. Indented lines become code blocks, so they stay
// lines, and every character that Markdown would take as markup is escaped.
func markdown(text string) string {
	escape := strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "`", "\\`")
	var out strings.Builder
	block := false
	for line := range strings.Lines(text) {
		if in := strings.HasPrefix(line, "  "); in != block && strings.TrimSpace(line) != "" {
			block = in
			out.WriteString("```\n")
		}
		if !block {
			line = escape.Replace(line)
		}
		out.WriteString(line)
	}
	if block {
		out.WriteString("\n```\n")
	}
	return out.String()
}
