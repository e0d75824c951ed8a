package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func init() { register((*app).manualCommand) }

// manualCommand is for scripts/release, so help does not list it.
func (a *app) manualCommand() *cobra.Command {
	var day string
	cmd := &cobra.Command{
		Use:     "manual FOLDER",
		Short:   "Write the manual pages of all commands",
		Hidden:  true,
		GroupID: groupSetUp,
		Long: `Write the manual pages of setdoku into a folder, one for each command: setdoku.1, setdoku-solve.1 and so on.
The same version and date always make the same pages.`,
		Example: `  setdoku manual man1 --date 2026-11-22`,
		Args:    argumentCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			date, err := time.Parse(time.DateOnly, day)
			if err != nil {
				return usageErrorf("manual: --date %q, want a date such as 2026-11-22", day)
			}
			return writeManual(args[0], date)
		},
	}
	cmd.Flags().StringVar(&day, "date", "", "`DATE` of the release, such as 2026-11-22")
	return cmd
}

// writeManual writes the manual pages of a date into a folder.
func writeManual(folder string, date time.Time) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return writePages(Root(), folder,
		&doc.GenManHeader{Section: "1", Date: &date, Source: "setdoku " + Version, Manual: "setdoku"})
}

// writePages writes the pages of a command and of the commands below it into a folder. It changes the texts of the
// commands.
func writePages(cmd *cobra.Command, folder string, header *doc.GenManHeader) error {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := writePages(sub, folder, header); err != nil {
				return err
			}
		}
	}
	text, err := manualPage(cmd, *header)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, pageName(cmd)+".1"), text, 0o666)
}

// pageName returns the name under which man finds the page of a command.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage returns the page of a command in the language of man.
func manualPage(cmd *cobra.Command, header doc.GenManHeader) ([]byte, error) {
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
