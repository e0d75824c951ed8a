package cli

import (
	"github.com/spf13/cobra"

	"setdoku/store"
)

func (a *app) migrateSQLCommand() *cobra.Command {
	var dialect store.Dialect
	cmd := &cobra.Command{
		Use:         "sql",
		Short:       "Print the schema as one plain file for the stock shell",
		Annotations: next(),
		Long: `Print all tables, views, triggers and techniques as one file of plain SQL. The stock shell makes an empty
database of it, without setdoku. With the files of the folder sql it solves puzzles there, and setdoku can
open the database too.`,
		Example: `  setdoku migrate sql > setdoku.sql
  setdoku migrate sql --dialect postgres > setdoku-postgres.sql`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return store.WriteScript(cmd.Context(), a.Out, dialect)
		},
	}
	choiceFlag(cmd, &dialect, "dialect", store.SQLite, "for the shell of sqlite or postgres", store.SQLite,
		store.Postgres)
	return cmd
}
