package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	sqlfiles "setdoku/sql"
)

// techniquesFlags are the flags of techniques.
type techniquesFlags struct {
	selection // of which techniques has only the files
	json      bool
	wide      bool
	statement string
}

func init() { register((*app).techniquesCommand) }

func (a *app) techniquesCommand() *cobra.Command {
	var f techniquesFlags
	cmd := &cobra.Command{
		Use:               "techniques [TECHNIQUE]...",
		Short:             "List the techniques, show one, or print its statement",
		GroupID:           groupTechniques,
		Annotations:       next("setdoku techniques --sql x_wing  # how one of them is found"),
		ValidArgsFunction: completeWord(techniquesAndFamilies),
		Long: `List the techniques in the order in which the solver tries them: name, title, level, and weight for
the rating. --wide adds the tier, the family, the file of the statement, its idea in a few sentences, and
whether the technique assumes a unique solution. Such a technique runs only in puzzles that were counted to
have one solution.

With the name of one technique, techniques shows everything about it. With the name of a family, or several
names, it lists these techniques.

--sql prints the statement itself. It takes the name of a technique or of any file of sql/ without .sql,
such as naked_subset, apply or driver/load. The statements of techniques need no parameters, so they can be
piped into a sqlite3 shell.

--technique-file adds the technique of a file of your own, whose family is user.`,
		Example: `  setdoku techniques
  setdoku techniques x_wing
  setdoku techniques chains --wide
  setdoku techniques --sql x_wing
  setdoku techniques --technique-file my.sql user`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := catalogue.BuiltIn()
			if err == nil {
				all, err = f.withFiles(cmd.Context(), all)
			}
			if err != nil {
				return err
			}
			for path, t := range f.read {
				all[all.Index(t.Name)].File = path
			}
			if cmd.Flags().Changed("sql") {
				cmd.Annotations = next() // the next call suggests --sql, which this call has
				switch {
				case f.json || f.wide:
					return usageErrorf("techniques: --sql prints a statement unchanged, it does not go with --json " +
						"and --wide")
				case len(args) > 0:
					return usageErrorf("techniques: --sql takes the only name, %q is one too many", args[0])
				}
				return a.printStatement(all, f.statement)
			}
			listed := all
			if len(args) > 0 {
				listed, err = all.Select(args, nil)
			}
			if err != nil {
				if len(args) == 1 && strings.Contains(suggestCommand(cmd, args[0]), "did you mean") {
					return usageErrorf("techniques: unknown command %q%s", args[0], suggestCommand(cmd, args[0]))
				}
				return asUsageError(err)
			}
			return a.printTechniques(listed, f)
		},
	}
	cmd.AddCommand(a.techniquesCheckCommand())
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a technique")
	cmd.Flags().BoolVar(&f.wide, "wide", false, "list everything about each technique")
	cmd.Flags().StringVar(&f.statement, "sql", "", "print the statement of technique or file `NAME`")
	completeFlag(cmd, "sql", completeWord(techniques))
	f.fileFlag(cmd)
	return cmd
}

// printStatement prints the file of a technique, or the file of that name.
func (a *app) printStatement(all catalogue.Catalogue, name string) error {
	t, known := all.Called(name)
	if !known {
		t.File = name
	}
	statement, err := readTechniqueFile(t)
	if err != nil {
		// The catalogue suggests the name that was meant. A family has several statements.
		if _, unknown := all.Resolve(name); unknown != nil {
			return asUsageError(unknown)
		}
		return usageErrorf("%q is a family, want a technique or a file of sql/", name)
	}
	_, err = io.WriteString(a.Out, statement)
	return err
}

// readTechniqueFile returns the text of the file of a technique.
func readTechniqueFile(t catalogue.Technique) (string, error) {
	if t.Text != "" {
		return t.Text, nil
	}
	return sqlfiles.Text(t.File)
}

// jsonTechnique is a line of techniques --json.
type jsonTechnique struct {
	catalogue.Technique
	Idea string `json:"idea"`
	How  string `json:"how"`
}

// printTechniques lists techniques, or shows one.
func (a *app) printTechniques(list catalogue.Catalogue, f techniquesFlags) error {
	out := bufio.NewWriter(a.Out)
	ideas, hows := make([]string, len(list)), make([]string, len(list))
	for i, t := range list {
		file, err := readTechniqueFile(t)
		if err != nil {
			return err
		}
		header, err := catalogue.ParseHeader(file)
		if err != nil {
			return fmt.Errorf("%s: %w", techniquePath(t), err)
		}
		ideas[i], hows[i] = header.Idea(t.Name), header.How
	}
	switch {
	case f.json:
		enc := jsonLines(out)
		for i, t := range list {
			if err := enc.Encode(jsonTechnique{t, ideas[i], hows[i]}); err != nil {
				return err
			}
		}
	case f.wide:
		wideTechniques(out, list, ideas)
	case len(list) == 1:
		showTechnique(out, list[0], ideas[0])
	default:
		t := newTable(out, "name", "title", "level", "weight")
		// the table then fits into 100 columns
		t.SetColumnConfigs([]table.ColumnConfig{{Name: "title", WidthMax: 50, WidthMaxEnforcer: text.WrapSoft}})
		for _, c := range list {
			t.AppendRow(table.Row{c.Name, c.Title, c.Level, c.Weight})
		}
		t.Render()
	}
	return out.Flush()
}

// wideTechniques lists techniques with everything that the catalogue has about them.
func wideTechniques(w io.Writer, list catalogue.Catalogue, ideas []string) {
	t := newTable(w, "tier", "name", "title", "family", "level", "weight", "assumes_unique", "file", "idea")
	t.SetColumnConfigs([]table.ColumnConfig{{Name: "idea", WidthMax: 60, WidthMaxEnforcer: text.WrapSoft}})
	t.Style().Options.SeparateRows = true
	for i, c := range list {
		unique := ""
		if c.AssumesUnique {
			unique = "yes"
		}
		t.AppendRow(table.Row{c.Tier, c.Name, c.Title, c.Family, c.Level, c.Weight, unique, c.File, ideas[i]})
	}
	t.Render()
}

// showTechnique shows everything that the catalogue has about one technique.
func showTechnique(w io.Writer, t catalogue.Technique, idea string) {
	fmt.Fprintf(w, "%s, %s\n\n", t.Name, t.Title)
	fmt.Fprintf(w, "  level   %s\n  weight  %d\n  tier    %d\n  family  %s\n", t.Level, t.Weight, t.Tier, t.Family)
	if t.AssumesUnique {
		fmt.Fprintf(w, "  assumes that the puzzle has one solution\n")
	}
	if aliases := catalogue.Aliases(t.Name); aliases != nil && t.Text == "" {
		fmt.Fprintf(w, "  also    %s\n", strings.Join(aliases, ", "))
	}
	fmt.Fprintf(w, "  file    %s\n\n%s\n", techniquePath(t), picture.Screen{Width: terminalWidth(w)}.Wrap("", idea))
}

// techniquePath returns the path of the file of a technique.
func techniquePath(t catalogue.Technique) string {
	if t.Text != "" {
		return t.File
	}
	return "sql/" + sqlfiles.Path(t.File)
}
