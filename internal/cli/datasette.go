package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/canned"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
	"setdoku/internal/datasette"
	"setdoku/store"
)

func init() { register((*app).datasetteCommand) }

func (a *app) datasetteCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:               "datasette [--db] FILE",
		Short:             "Print metadata with which Datasette explains a database",
		GroupID:           groupLook,
		Annotations:       next(),
		ValidArgsFunction: complete.Files,
		Long: `Print metadata for Datasette (https://datasette.io): what tables, views and columns hold, and
the named queries, with fields for their parameters. Tables that only techniques need are hidden until
the reader asks for them. Save the metadata and start Datasette with it:

  setdoku datasette --db sudoku.db > metadata.json
  datasette sudoku.db --metadata metadata.json`,
		Example: `  setdoku datasette --db sudoku.db`,
		Args:    databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			if store.IsServer(path) {
				return usage.Errorf("datasette: --db is a server, and Datasette opens only files of SQLite")
			}
			return a.datasette(cmd.Context(), path)
		},
	}
	cmd.Flags().StringVar(&path, "db", "", "database `FILE`")
	return cmd
}

// datasette prints the metadata of a database.
func (a *app) datasette(ctx context.Context, path string) error {
	var comments []datasette.Comment
	err := read(ctx, path, func(s *store.Snapshot) (err error) {
		comments, err = datasette.Comments(ctx, s)
		return err
	})
	if err != nil {
		return err
	}
	queries, err := canned.List()
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if name == "" {
		return errors.New("datasette: the file has no name but an extension")
	}
	enc := render.JSON(a.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(datasette.New(name, comments, queries))
}
