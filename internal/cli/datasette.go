package cli

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/canned"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
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
the named queries, with fields for their parameters. Tables that only techniques need are hidden at
first; Datasette shows them on request. Save it, and start Datasette with it:

  setdoku datasette --db sudoku.db > metadata.json
  datasette sudoku.db --metadata metadata.json`,
		Example: `  setdoku datasette --db sudoku.db`,
		Args:    databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			if store.IsServer(path) {
				return usage.Errorf("datasette: --db is a server, and Datasette opens files of SQLite alone")
			}
			return a.datasette(cmd.Context(), path)
		},
	}
	cmd.Flags().StringVar(&path, "db", "", "database `FILE`")
	return cmd
}

// The metadata, as Datasette wants it.
type (
	datasetteMetadata struct {
		Databases map[string]datasetteDatabase `json:"databases"`
	}
	datasetteDatabase struct {
		Description string                     `json:"description"`
		Tables      map[string]*datasetteTable `json:"tables"`
		Queries     map[string]datasetteQuery  `json:"queries"`
	}
	datasetteTable struct {
		Description string            `json:"description"`
		Columns     map[string]string `json:"columns,omitempty"`
		Hidden      bool              `json:"hidden,omitempty"`
	}
	datasetteQuery struct {
		SQL         string   `json:"sql"`
		Title       string   `json:"title"`
		Description string   `json:"description"`
		Params      []string `json:"params,omitempty"`
	}
)

// datasette prints the metadata of a database.
func (a *app) datasette(ctx context.Context, path string) error {
	var comments []store.Comment
	err := read(ctx, path, func(s *store.Snapshot) (err error) {
		comments, err = s.Comments(ctx)
		return err
	})
	if err != nil {
		return err
	}
	queries, err := canned.List()
	if err != nil {
		return err
	}
	db := datasetteDatabase{
		Description: "Sudoku puzzles, and every step that solved them. Begin with puzzle, board and history.",
		Tables:      make(map[string]*datasetteTable),
		Queries:     make(map[string]datasetteQuery),
	}
	for _, c := range comments {
		t := db.Tables[c.Table]
		if t == nil {
			t = &datasetteTable{Columns: make(map[string]string)}
			db.Tables[c.Table] = t
		}
		if c.Column == "" {
			t.Description, t.Hidden = c.Comment, onlyForTechniques(c.Comment)
		} else {
			t.Columns[c.Column] = c.Comment
		}
	}
	for _, q := range queries {
		db.Queries[q.Name] = datasetteQuery{SQL: strings.TrimSuffix(strings.TrimSpace(q.SQL()), ";"), Title: q.Title, Description: queryDescription(q), Params: parameterNames(q)}
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if name == "" {
		return errors.New("datasette: the file has no name but an extension")
	}
	enc := json.NewEncoder(a.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(datasetteMetadata{Databases: map[string]datasetteDatabase{name: db}})
}

// onlyForTechniques reports whether a table, by its comment, is of no use to people who look at puzzles.
func onlyForTechniques(comment string) bool {
	for _, beginning := range []string{"Notes of ", "Reference", "For techniques"} {
		if strings.HasPrefix(comment, beginning) {
			return true
		}
	}
	return false
}

// queryDescription is the idea of a query and what its parameters are.
func queryDescription(q canned.Query) string {
	text := q.Idea
	for _, p := range q.Parameters {
		text += " " + p.Name + " = " + p.Title + ", such as " + p.Default + "."
	}
	return text
}

func parameterNames(q canned.Query) (names []string) {
	for _, p := range q.Parameters {
		names = append(names, p.Name)
	}
	return names
}
