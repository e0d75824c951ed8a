package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"setdoku/store"
)

// versions is what version --json prints.
type versions struct {
	Setdoku string `json:"setdoku"`
	Go      string `json:"go"`
	SQLite  string `json:"sqlite"`
	Schema  int64  `json:"schema"` // newest version that this program makes
}

func init() { register((*app).versionCommand) }

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:         "version",
		Short:       "Print the versions of setdoku, Go, SQLite and the schema",
		GroupID:     groupSetUp,
		Annotations: next(),
		Long: `Print the versions of setdoku, of the Go and SQLite that it is built with, and of the schema that it
makes. 'setdoku migrate status' prints the schema version of a database.`,
		Example: `  setdoku version
  setdoku version --json`,
		Args: argumentCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			schema, err := store.LatestVersion()
			if err != nil {
				return err
			}
			v := versions{Setdoku: Version, Go: runtime.Version(), SQLite: store.SQLiteVersion(), Schema: schema}
			if asJSON {
				return jsonLines(a.Out).Encode(v)
			}
			_, err = fmt.Fprintf(a.Out, "setdoku %s\n%s\nSQLite %s\nschema %d\n", v.Setdoku, v.Go, v.SQLite, v.Schema)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}
