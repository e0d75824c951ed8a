// Manual writes the manual pages of setdoku, one for each command: setdoku.1, setdoku-solve.1 and so on. A release has
// them.
//
//	go run ./cmd/manual FOLDER VERSION DATE
//
// DATE is such as 2026-11-22. The same version and date always make the same pages.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"setdoku/internal/cli"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: manual FOLDER VERSION DATE")
		os.Exit(2)
	}
	date, err := time.Parse(time.DateOnly, os.Args[3])
	if err == nil {
		err = os.MkdirAll(os.Args[1], 0o777)
	}
	if err == nil {
		err = write(cli.Root(), os.Args[1],
			&doc.GenManHeader{Section: "1", Date: &date, Source: "setdoku " + os.Args[2], Manual: "setdoku"})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// write writes the pages of a command and of the commands below it into a folder. It changes the texts of the commands.
func write(cmd *cobra.Command, folder string, header *doc.GenManHeader) error {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := write(sub, folder, header); err != nil {
				return err
			}
		}
	}
	text, err := page(cmd, *header)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, pageName(cmd)+".1"), text, 0o666)
}

// pageName returns the name under which man finds the page of a command.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page returns the page of a command in the language of man.
func page(cmd *cobra.Command, header doc.GenManHeader) ([]byte, error) {
	cmd.DisableAutoGenTag = true
	cmd.InitDefaultHelpFlag()
	cmd.Long = markdown(cmd.Long)
	header.Title = strings.ToUpper(pageName(cmd))
	var out bytes.Buffer
	if err := doc.GenMan(cmd, &header, &out); err != nil {
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

// markdown prepares a help text for the generator, which reads it as Markdown. Indented lines become code blocks, so
// they stay lines, and every character that Markdown would take as markup is escaped.
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
