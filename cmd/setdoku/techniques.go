package main

import (
	"bufio"
	"fmt"
	"io"
	"setdoku"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"setdoku/solver"
	sqlfiles "setdoku/sql"
)

func (a *app) techniquesCommand() *cobra.Command {
	var asJSON bool
	var statement string
	cmd := &cobra.Command{
		Use:   "techniques",
		Short: "List the techniques, or print the statement of one",
		Long: `List the techniques in the order in which the solver tries them: tier, name, family, level
and weight for the rating, the statement's file, and its idea in a few sentences. A technique
that assumes a unique solution runs only when the puzzle was counted to have one.

--sql prints the statement itself. It takes the name of a technique or of any file of
sql/ without .sql, such as naked_subset, apply or driver/load. Those of techniques need no
parameters: they can be piped into a sqlite3 shell.`,
		Example: `  setdoku techniques
  setdoku techniques --sql x_wing`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("techniques: unknown command %q%s", args[0], suggest(cmd, args[0]))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			catalogue, err := loadCatalogue(cmd.Context())
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("sql") {
				if asJSON {
					return usagef("techniques: --sql prints a statement as it is, it does not go with --json")
				}
				return a.printStatement(catalogue, statement)
			}
			return a.printTechniques(catalogue, asJSON)
		},
	}
	cmd.AddCommand(a.techniquesCheckCommand())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a technique")
	cmd.Flags().StringVar(&statement, "sql", "", "print the statement of technique or file `NAME`")
	return cmd
}

// printStatement prints the file of a technique, or the file of that name.
func (a *app) printStatement(catalogue solver.Catalogue, name string) error {
	file := name
	if t, ok := catalogue.Find(name); ok {
		file = t.File
	}
	statement, err := solver.Text(file)
	if err != nil {
		// The catalogue knows which name was meant; a family has several statements.
		if _, unknown := catalogue.Resolve(name); unknown != nil {
			return usageError{unknown}
		}
		return usagef("%q is a family, want a technique or a file of sql/", name)
	}
	_, err = io.WriteString(a.Out, statement)
	return err
}

// jsonTechnique is a line of techniques --json.
type jsonTechnique struct {
	setdoku.Technique
	Idea string `json:"idea"`
}

func (a *app) printTechniques(catalogue solver.Catalogue, asJSON bool) error {
	out := bufio.NewWriter(a.Out)
	enc := newJSON(out)
	t := newTable(out, "tier", "name", "title", "family", "level", "weight", "assumes_unique", "file", "idea")
	t.SetColumnConfigs([]table.ColumnConfig{{Name: "idea", WidthMax: 60, WidthMaxEnforcer: text.WrapSoft}})
	t.Style().Options.SeparateRows = true
	for _, c := range catalogue {
		file, err := solver.Text(c.File)
		if err != nil {
			return err
		}
		header, err := sqlfiles.ParseHeader(file)
		if err != nil {
			return fmt.Errorf("sql/%s.sql: %w", c.File, err)
		}
		if asJSON {
			if err := enc.Encode(jsonTechnique{c, header.Idea}); err != nil {
				return err
			}
			continue
		}
		unique := ""
		if c.AssumesUnique {
			unique = "yes"
		}
		t.AppendRow(table.Row{c.Tier, c.Name, c.Title, c.Family, c.Level, c.Weight, unique, c.File, header.Idea})
	}
	if !asJSON {
		t.Render()
	}
	return out.Flush()
}
