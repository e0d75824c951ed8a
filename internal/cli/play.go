package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/goal"
	"setdoku/internal/web"
	"setdoku/store"
)

func init() { register((*app).playCommand) }

func (a *app) playCommand() *cobra.Command {
	var f serveFlags
	var quiet bool
	var variant string
	cmd := &cobra.Command{
		Use:         "play [LEVEL|TECHNIQUE]",
		Short:       "Play a new puzzle in the browser, or practise a technique",
		GroupID:     groupSolve,
		Annotations: next(),
		Long: `Begin a game in the browser: of a new puzzle of a level, which is easy, medium, hard, unfair or extreme,
or in a state in which a technique such as x_wing is the next hint. Without an argument, play opens the
page for players: your games, the levels, and the boards with their rules.

play needs nothing prepared. It keeps puzzles and games in a database in your data folder, unless --db
names another one: $XDG_DATA_HOME/setdoku or ~/.local/share/setdoku, on macOS
~/Library/Application Support/setdoku, on Windows %LocalAppData%\setdoku. It serves the pages as serve
does, only to this machine. If another program has the port, a second play for instance, it takes any
free port. It opens the browser where there is a display, and prints the address.

play makes the puzzle, which takes about a second at most. For what is rarer it rearranges a puzzle that it
knows.`,
		Example: `  setdoku play
  setdoku play easy
  setdoku play hard --variant jigsaw
  setdoku play x_wing --no-browser`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageErrorf("play: it takes one level or technique, and %d are named", len(args))
			}
			return nil
		},
		ValidArgsFunction: completeGoal,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.start = starting{player: true, variant: variant, anyPort: !cmd.Flags().Changed("address"),
				browser: !quiet}
			if len(args) > 0 {
				f.start.goal = args[0]
				if level, known := among(args[0], catalogue.LevelNames()); known {
					f.start.goal = level
				}
				if err := goal.Check(builtIn(), f.start.goal); err != nil {
					return usageErrorf("play: %w", err)
				}
			}
			if variant != "" && len(args) == 0 {
				return usageErrorf("play: --variant is for a new puzzle of a level, and none is named")
			}
			if err := a.orVariable(cmd, &f.db); err != nil {
				return err
			}
			if f.db != "" {
				if err := create(cmd.Context(), f.db); err != nil {
					return err
				}
			}
			return a.serve(cmd.Context(), cmd, f)
		},
	}
	addDB(cmd, &f.db, "database `FILE`, created when absent, or URL of a server")
	cmd.Flags().StringVar(&variant, "variant", "", "make the puzzle on the board `NAME`, such as x, 6x6 or jigsaw")
	completeFlag(cmd, "variant", completeWord(func() []string { return append(setdoku.VariantNames(), "jigsaw") }))
	cmd.Flags().BoolVar(&quiet, "no-browser", false, "only print the address")
	f.add(cmd)
	return cmd
}

// completeGoal completes a level or a technique.
func completeGoal(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return beginning(slices.Concat(catalogue.LevelNames(), techniques()), "", word), cobra.ShellCompDirectiveNoFileComp
}

// firstPage returns the path of the page at which a player begins.
func (a *app) firstPage(ctx context.Context, s *web.Server, start starting) (string, error) {
	if start.goal == "" {
		return "/", nil
	}
	page, err := s.Play(ctx, start.goal, start.variant)
	if errors.Is(err, goal.ErrVariant) {
		return "", usageErrorf("play: %w", err)
	}
	return page, err
}

// create makes a database unless it is there.
func create(ctx context.Context, target string) error {
	db, err := store.Create(ctx, target)
	if err != nil {
		return err
	}
	return db.Close()
}

// ownDatabase returns the database of the user, in the folder where programs keep the data of users. It makes both
// unless they are there.
func ownDatabase(ctx context.Context) (path string, err error) {
	folder, err := dataFolder(runtime.GOOS)
	if err != nil {
		return "", fmt.Errorf("no folder for the database, name one with --db: %w", err)
	}
	folder = filepath.Join(folder, "setdoku")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("make the folder of the database, or name another one with --db: %w", err)
	}
	path = filepath.Join(folder, "sudoku.db")
	return path, create(ctx, path)
}

// dataFolder returns the folder of a system in which programs keep the data of the user.
func dataFolder(system string) (string, error) {
	if system == "windows" {
		if folder := os.Getenv("LocalAppData"); folder != "" {
			return folder, nil
		}
		return "", errors.New("%LocalAppData% is not set")
	}
	if folder := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) { // the standard asks to ignore others
		return folder, nil
	}
	home, err := os.UserHomeDir()
	if system == "darwin" || system == "ios" {
		return filepath.Join(home, "Library", "Application Support"), err
	}
	return filepath.Join(home, ".local", "share"), err
}

// openBrowser opens an address in the browser of the user, if this machine shows one. The address is printed in any
// case, so an error needs no message.
func openBrowser(ctx context.Context, address string) {
	call := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "windows":
		call = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	case "darwin":
		call = []string{"open", address}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
	}
	browser := exec.CommandContext(context.WithoutCancel(ctx), call[0], call[1:]...)
	if browser.Start() == nil {
		go func() { _ = browser.Wait() }()
	}
}
