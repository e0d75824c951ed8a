package cli

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
	"setdoku/store"
)

// versions is what version --json prints.
type versions struct {
	Setdoku string `json:"setdoku"`
	Go      string `json:"go"`
	SQLite  string `json:"sqlite"`
	Schema  int64  `json:"schema"` // that this program makes
}

func init() { register((*app).versionCommand) }

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:         "version",
		Short:       "Print the versions of setdoku, Go, SQLite and the schema",
		GroupID:     groupSetUp,
		Annotations: next(),
		Long: `Print the versions of setdoku, of Go and SQLite in it, and of the schema that it makes; 'setdoku migrate
status' tells which schema a database has.`,
		Example: `  setdoku version
  setdoku version --json`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v, err := newVersions(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return render.JSON(a.Out).Encode(v)
			}
			_, err = fmt.Fprintf(a.Out, "setdoku %s\n%s\nSQLite %s\nschema %d\n", v.Setdoku, v.Go, v.SQLite, v.Schema)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

func newVersions(ctx context.Context) (v versions, err error) {
	v.Setdoku, v.Go = Version, runtime.Version()
	if v.SQLite, err = store.SQLiteVersion(ctx); err != nil {
		return v, err
	}
	v.Schema, err = store.LatestVersion()
	return v, err
}
