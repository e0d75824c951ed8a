package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/store"
)

func init() { register((*app).migrateCommand) }

func (a *app) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:         "migrate",
		Short:       "Show, bring up to date, take back or print the schema of a database",
		GroupID:     groupSetUp,
		Annotations: next(),
		Long: `Show, bring up to date, take back or print the schema of a database. Commands that write bring an older
database up to date themselves. Commands that only read ask you to call 'migrate up'.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageErrorf("migrate: unknown command %q, want status, up, down or sql", args[0])
			}
			return cmd.Help()
		},
		Example: `  setdoku migrate status --db sudoku.db
  setdoku migrate up --db sudoku.db`,
	}
	cmd.AddCommand(a.migrateStatusCommand(), a.migrateUpCommand(), a.migrateDownCommand(), a.migrateSQLCommand())
	return cmd
}

func (a *app) migrateStatusCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:         "status [--db] FILE",
		Short:       "List the schema versions and when each was applied",
		Annotations: next(),
		Long: `List the versions of the schema and when each was applied to the database, or that it is pending. For a
server also print how the tables are divided. The database is not changed.`,
		Example: `  setdoku migrate status --db sudoku.db`,
		Args:    databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &path); err != nil {
				return err
			}
			return a.migrateStatus(cmd.Context(), path)
		},
	}
	dbFlag(cmd, &path)
	return cmd
}

func (a *app) migrateStatus(ctx context.Context, path string) (err error) {
	db, err := store.OpenAnyVersion(ctx, path, true)
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
	layout, err := db.Layout(ctx)
	if err == nil && layout.Partitions > 0 {
		fmt.Fprintln(a.Out, layout)
	}
	return err
}

// upFlags are the flags of migrate up.
type upFlags struct {
	db         string
	partitions int // 0 when it was not given
	citus      bool
}

func (a *app) migrateUpCommand() *cobra.Command {
	var f upFlags
	cmd := &cobra.Command{
		Use:         "up [--db] FILE",
		Short:       "Bring the schema up to date",
		Annotations: next(),
		Long: `Bring the schema of a database up to date. A file is created when it is absent.

On a PostgreSQL server each table is made of --partitions partitions. --citus also distributes the tables
over the nodes of a Citus cluster, with all rows of a puzzle on one node. It may be repeated, and must be
after a new schema version. See docs/citus.md first.`,
		Example: `  setdoku migrate up --db sudoku.db
  setdoku migrate up --db postgres://me@server/sudoku --partitions 64`,
		Args: databaseArg(&f.db),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &f.db); err != nil {
				return err
			}
			if err := f.check(cmd.Flags().Changed("partitions")); err != nil {
				return err
			}
			if store.IsServer(f.db) {
				return a.migrateServerUp(cmd.Context(), f)
			}
			return a.migrateUp(cmd.Context(), f.db)
		},
	}
	fl := cmd.Flags()
	dbFlag(cmd, &f.db)
	numberFlag(cmd, &f.partitions, "partitions", "", 1, 1024, "a number from 1 to 1024",
		"on a server, parts of every table, 1 to `1024` (default 16, with --citus 1)")
	fl.BoolVar(&f.citus, "citus", false, "on a server with the extension Citus, distribute the tables")
	return cmd
}

// check returns a usage error for flags that do not fit the database.
func (f upFlags) check(partitions bool) error {
	flag := "--partitions"
	if f.citus {
		flag = "--citus"
	}
	if (f.citus || partitions) && !store.IsServer(f.db) {
		return usageErrorf("migrate up: %s is for a server, and %s is a file", flag, f.db)
	}
	return nil
}

// migrateServerUp brings the schema of a server up to date, and with --citus distributes its tables. It changes nothing
// when either cannot be done.
func (a *app) migrateServerUp(ctx context.Context, f upFlags) (err error) {
	switch {
	case f.partitions > 0:
		ctx = store.WithPartitions(ctx, f.partitions)
	case f.citus:
		ctx = store.WithPartitions(ctx, 1) // Citus divides the tables itself
	}
	db, err := store.OpenAnyVersion(ctx, f.db, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	layout, err := db.Layout(ctx)
	if err != nil {
		return err
	}
	if f.partitions > 0 && layout.Partitions > 0 && layout.Partitions != f.partitions {
		return usageErrorf("migrate up: --partitions %d: %s has its tables already, with %s each",
			f.partitions, store.Name(f.db), format.Plural(layout.Partitions, "partition"))
	}
	if f.citus {
		if err := db.CheckCitus(ctx); err != nil {
			return err
		}
	}
	changed, err := a.apply(ctx, db)
	if err == nil && f.citus {
		var names []string
		names, err = db.Distribute(ctx)
		for _, name := range names {
			fmt.Fprintf(a.Err, "distributed %s\n", name)
		}
		changed = changed || len(names) > 0
	}
	if err == nil && !changed {
		fmt.Fprintf(a.Err, "%s is up to date\n", store.Name(f.db))
	}
	return err
}

// apply brings the schema up to date, prints the versions that it applied, and reports whether there were any.
func (a *app) apply(ctx context.Context, db *store.DB) (changed bool, err error) {
	added, err := db.MigrateUp(ctx)
	for _, m := range added {
		fmt.Fprintf(a.Err, "applied %d, %s\n", m.Version, m.Name)
	}
	return len(added) > 0, err
}

func (a *app) migrateUp(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		db, err := store.Create(ctx, path)
		if err != nil {
			return err
		}
		latest, err := store.LatestVersion()
		fmt.Fprintf(a.Err, "%s created, its schema is %d\n", path, latest)
		return errors.Join(err, db.Close())
	}
	db, err := store.OpenAnyVersion(ctx, path, false)
	if err != nil {
		return err
	}
	changed, err := a.apply(ctx, db)
	if err == nil && !changed {
		fmt.Fprintf(a.Err, "%s is up to date\n", store.Name(path))
	}
	return errors.Join(err, db.Close())
}

func (a *app) migrateDownCommand() *cobra.Command {
	var path string
	var yes bool
	cmd := &cobra.Command{
		Use:         "down [--db] FILE",
		Short:       "Take back the newest schema version",
		Annotations: next(),
		Long: `Take back the newest schema version of a database. Data that only that version has is lost, so a
database that holds puzzles needs --yes.`,
		Example: `  setdoku migrate down --db sudoku.db --yes`,
		Args:    databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &path); err != nil {
				return err
			}
			return a.migrateDown(cmd.Context(), path, yes)
		},
	}
	dbFlag(cmd, &path)
	cmd.Flags().BoolVar(&yes, "yes", false, "take the version back even if the database holds puzzles")
	return cmd
}

func (a *app) migrateDown(ctx context.Context, path string, yes bool) (err error) {
	db, err := store.OpenAnyVersion(ctx, path, false)
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
		return fmt.Errorf("%s holds %s, and taking back %s may lose data: add --yes to do it", store.Name(path),
			format.Plural(puzzles, "puzzle"), newest.Name)
	}
	if _, err := db.MigrateDown(ctx); err != nil {
		return fmt.Errorf("take back %s: %w", newest.Name, store.Explain(err))
	}
	fmt.Fprintf(a.Err, "took back %d, %s\n", newest.Version, newest.Name)
	return nil
}
