package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
)

// versionDate is when Version was made; a release build sets both. The manual pages show it, so that they are the
// same whenever they are made.
var versionDate = "2026-11-22"

func init() { register((*app).manCommand) }

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "man FOLDER",
		Short:             "Write the manual pages",
		GroupID:           groupSetUp,
		Annotations:       next(),
		ValidArgsFunction: complete.Folders,
		Long: `Write a manual page for every command into a folder: setdoku.1, setdoku-solve.1 and so on. The
folder is made when it is absent. In one that the program man searches, such as
~/.local/share/man/man1, 'man setdoku-solve' finds them.`,
		Example: `  setdoku man ~/.local/share/man/man1
  setdoku man . && man -l setdoku-solve.1`,
		Args: usage.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			// A tree of its own: pages are made from texts that were prepared for them.
			n, err := writePages(cmd.Context(), (&app{}).root(), args[0])
			if err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			fmt.Fprintf(a.Err, "%s in %s\n", plural.Of(n, "manual page"), args[0])
			return nil
		},
	}
}

// writePages writes the pages of a command and those below it, and returns how many.
func writePages(ctx context.Context, cmd *cobra.Command, folder string) (n int, err error) {
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		below, err := writePages(ctx, sub, folder)
		if err != nil {
			return 0, err
		}
		n += below
	}
	page, err := manPage(cmd)
	if err != nil {
		return 0, err
	}
	return n + 1, stream.WriteFile(ctx, filepath.Join(folder, pageName(cmd)+".1"), page)
}

// pageName is the name under which man finds the page of a command.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage is the page of a command, in the language of man. It changes the texts of the command.
func manPage(cmd *cobra.Command) ([]byte, error) {
	date, err := time.Parse(time.DateOnly, versionDate)
	if err != nil {
		return nil, err
	}
	cmd.DisableAutoGenTag = true
	cmd.InitDefaultHelpFlag()
	cmd.Long = markdown(cmd.Long)
	var page bytes.Buffer
	err = doc.GenMan(cmd, &doc.GenManHeader{
		Title: strings.ToUpper(pageName(cmd)), Section: "1", Date: &date, Source: "setdoku " + Version, Manual: "setdoku",
	}, &page)
	if err != nil {
		return nil, err
	}
	text := strings.Replace(page.String(), "\n.SH EXAMPLE\n", "\n.SH EXAMPLES\n", 1)
	text = strings.Replace(text, "\n.SH SEE ALSO\n", exitStatus+"\n.SH SEE ALSO\n", 1)
	return []byte(minus(text)), nil
}

// minus writes the minus signs of code as such: a plain one is a hyphen, which no shell understands.
func minus(page string) string {
	var out strings.Builder
	code := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, ".EX"):
			code = true
		case strings.HasPrefix(line, ".EE"):
			code = false
		case code, strings.HasPrefix(line, `\fB-`): // the latter a flag
			line = strings.ReplaceAll(strings.ReplaceAll(line, `\-`, "-"), "-", `\-`)
		}
		out.WriteString(line)
	}
	return out.String()
}

// exitStatus is a section that is the same on every page.
const exitStatus = `
.SH EXIT STATUS
0 when all is done, 1 after an error or any bad line of input, 2 when the call is wrong, 3 when a puzzle that
was to be solved is not. Of those that apply it is the smallest but 0.
`

// markdown prepares a text of help for the generator, which takes it for Markdown: lines that
// are set in stay lines, and no character is markup.
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
