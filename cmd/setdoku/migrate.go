package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/store"
)

func (a *app) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Show, bring up to date or take back the schema of a database",
		Long: `Show, bring up to date or take back the schema of a database. Commands that write bring an
older database up to date by themselves; commands that only read ask for 'migrate up'.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("migrate: unknown command %q, want status, up or down", args[0])
			}
			return cmd.Help()
		},
		Example: `  setdoku migrate status --db sudoku.db
  setdoku migrate up --db sudoku.db`,
	}
	cmd.AddCommand(a.migrateStatusCommand(), a.migrateUpCommand(), a.migrateDownCommand())
	return cmd
}

func (a *app) migrateStatusCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:     "status --db FILE",
		Short:   "List the schema versions and when each was applied",
		Example: `  setdoku migrate status --db sudoku.db`,
		Args:    wants(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			return a.migrateStatus(cmd.Context(), path)
		},
	}
	dbFlag(cmd, &path)
	return cmd
}

func (a *app) migrateStatus(ctx context.Context, path string) (err error) {
	db, err := store.OpenUnmigratedReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	versions, err := db.SchemaVersions(ctx)
	if err != nil {
		return err
	}
	t := newTable(a.Out, "version", "name", "applied")
	for _, m := range versions {
		applied := "pending"
		if !m.Applied.IsZero() {
			applied = m.Applied.UTC().Format(time.DateTime) + " UTC"
		}
		t.AppendRow(table.Row{m.Version, m.Name, applied})
	}
	t.Render()
	return nil
}

func (a *app) migrateUpCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:     "up --db FILE",
		Short:   "Bring the schema up to date",
		Long:    `Bring the schema of a database up to date. The database is created when it is absent.`,
		Example: `  setdoku migrate up --db sudoku.db`,
		Args:    wants(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			return a.migrateUp(cmd.Context(), path)
		},
	}
	dbFlag(cmd, &path)
	return cmd
}

func (a *app) migrateUp(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && !store.IsServer(path) {
		db, err := store.Open(ctx, path)
		if err != nil {
			return err
		}
		latest, err := store.LatestVersion()
		fmt.Fprintf(a.Err, "%s created, its schema is %d\n", path, latest)
		return errors.Join(err, db.Close())
	}
	db, err := store.OpenUnmigrated(ctx, path)
	if err != nil {
		return err
	}
	added, err := db.MigrateUp(ctx)
	for _, m := range added {
		fmt.Fprintf(a.Err, "applied %d, %s\n", m.Version, m.Name)
	}
	if err == nil && len(added) == 0 {
		fmt.Fprintf(a.Err, "%s is up to date\n", store.Name(path))
	}
	return errors.Join(err, db.Close())
}

func (a *app) migrateDownCommand() *cobra.Command {
	var path string
	var yes bool
	cmd := &cobra.Command{
		Use:   "down --db FILE",
		Short: "Take back the newest schema version",
		Long: `Take back the newest schema version of a database. What only that version knows is lost, so a
database that holds puzzles needs --yes.`,
		Example: `  setdoku migrate down --db sudoku.db --yes`,
		Args:    wants(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			return a.migrateDown(cmd.Context(), path, yes)
		},
	}
	dbFlag(cmd, &path)
	cmd.Flags().BoolVar(&yes, "yes", false, "do it although the database holds puzzles")
	return cmd
}

func (a *app) migrateDown(ctx context.Context, path string, yes bool) (err error) {
	db, err := store.OpenUnmigrated(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	newest, err := db.NewestVersion(ctx)
	if err != nil {
		return err
	}
	puzzles, err := db.CountPuzzles(ctx)
	if err != nil {
		return err
	}
	if puzzles > 0 && !yes {
		return fmt.Errorf("%s holds %s, and taking back %s may lose data: say --yes to do it", store.Name(path), plural(puzzles, "puzzle"), newest.Name)
	}
	if _, err := db.MigrateDown(ctx); err != nil {
		return fmt.Errorf("take back %s: %w", newest.Name, store.Explain(err))
	}
	fmt.Fprintf(a.Err, "took back %d, %s\n", newest.Version, newest.Name)
	return nil
}
