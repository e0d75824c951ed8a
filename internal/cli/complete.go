package cli

import (
	"context"
	"setdoku"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/canned"
	"setdoku/internal/generate"
	"setdoku/internal/picture"
	"setdoku/store"
)

// complete tells a shell what the flags and arguments of all commands below cmd may be. What takes a file is
// completed by the shell itself.
func complete(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if values := flagValues(cmd, f.Name); values != nil {
			// It fails only for a flag that is not there, or for one that has its values from elsewhere.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, values)
		}
	})
	if cmd.ValidArgsFunction == nil && len(cmd.ValidArgs) == 0 {
		cmd.ValidArgsFunction = argumentValues(cmd)
	}
}

// flagValues is what the flag of a command may be, nil for what the shell does of itself.
func flagValues(cmd *cobra.Command, flag string) cobra.CompletionFunc {
	switch flag {
	case "techniques", "without", "technique", "require", "forbid":
		return listOf(func(ctx context.Context) []string { return techniqueWords(ctx, true) })
	case "sql":
		return oneOf(func(ctx context.Context) []string { return techniqueWords(ctx, false) })
	case "engine":
		return fixed("auto", "bitmask", "sql", "cte")
	case "audit":
		return fixed("full", "steps", "none")
	case "level":
		if cmd.Name() == "hint" {
			return fixed(hintLevels...)
		}
		return listOf(levelWords)
	case "status":
		return listOf(func(context.Context) []string { return store.Statuses[:] })
	case "format":
		switch cmd.Name() {
		case "export":
			return fixed(formatNames()...)
		case "generate":
			return fixed(exchangeNames()...)
		case "explain":
			return fixed(explainFormats...)
		case "query":
			return fixed("table", "csv", "json")
		}
	case "symmetry":
		return fixed(symmetryNames()...)
	case "theme":
		return fixed(themeNames()...)
	case "dedupe":
		return fixed("givens", "isomorphs")
	case "data", "pictures":
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	case "technique-file":
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"sql"}, cobra.ShellCompDirectiveFilterFileExt
		}
	}
	return nil
}

// argumentValues is what the arguments of a command may be, nil for files.
func argumentValues(cmd *cobra.Command) cobra.CompletionFunc {
	_, arguments, _ := strings.Cut(cmd.Use, " ")
	switch {
	case strings.HasPrefix(arguments, "TECHNIQUE"):
		first := oneOf(func(ctx context.Context) []string { return techniqueWords(ctx, false) })
		return func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			names, _ := first(cmd, args, word)
			return names, cobra.ShellCompDirectiveDefault // a file of one's own too
		}
	case strings.HasPrefix(arguments, "[TECHNIQUE"):
		return oneOf(func(ctx context.Context) []string { return techniqueWords(ctx, true) })
	case strings.HasPrefix(arguments, "FOLDER"):
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	case strings.HasPrefix(arguments, "SQL|"):
		return oneOf(queryNames)
	case strings.HasPrefix(arguments, "[--db]"), strings.Contains(arguments, "|FILE"), strings.HasPrefix(arguments, "[FILE"), strings.HasPrefix(arguments, "FILE"), strings.HasPrefix(arguments, "A B"):
		return nil
	}
	return cobra.NoFileCompletions
}

// techniqueWords are the names of the catalogue, and its families too where these may be named.
func techniqueWords(ctx context.Context, families bool) (words []string) {
	catalogue, err := loadCatalogue(ctx)
	if err != nil {
		return nil // a shell that completes has no place for errors
	}
	var named []string
	for _, t := range catalogue {
		words = append(words, cobra.CompletionWithDesc(t.Name, t.Title))
		if families && !slices.Contains(named, t.Family) && !slices.ContainsFunc(catalogue, func(o setdoku.Technique) bool { return o.Name == t.Family }) {
			named = append(named, t.Family)
		}
	}
	for _, f := range named {
		words = append(words, cobra.CompletionWithDesc(f, "family"))
	}
	return words
}

// queryNames are the queries that have names.
func queryNames(context.Context) (words []string) {
	list, err := canned.List()
	if err != nil {
		return nil
	}
	for _, q := range list {
		words = append(words, cobra.CompletionWithDesc(q.Name, q.Title))
	}
	return words
}

// levelWords are the levels of the catalogue, the easiest first.
func levelWords(ctx context.Context) (words []string) {
	catalogue, err := loadCatalogue(ctx)
	if err != nil {
		return nil
	}
	slices.SortStableFunc(catalogue, func(a, b setdoku.Technique) int { return a.LevelNo - b.LevelNo })
	for _, t := range catalogue {
		if !slices.Contains(words, t.Level) {
			words = append(words, t.Level)
		}
	}
	return words
}

func symmetryNames() (names []string) {
	for _, s := range generate.Symmetries() {
		names = append(names, string(s))
	}
	return names
}

func themeNames() (names []string) {
	for _, t := range picture.Themes {
		names = append(names, string(t))
	}
	return names
}

// fixed completes one of some values.
func fixed(values ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// oneOf completes one of the values.
func oneOf(values func(context.Context) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return beginning(values(cmd.Context()), "", word), cobra.ShellCompDirectiveNoFileComp
	}
}

// listOf completes the last of values that stand behind each other with commas.
func listOf(values func(context.Context) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		before := word[:strings.LastIndex(word, ",")+1]
		return beginning(values(cmd.Context()), before, word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// beginning returns the values, put behind what comes before them, that begin with word.
func beginning(values []string, before, word string) (out []string) {
	for _, v := range values {
		if strings.HasPrefix(before+v, word) {
			out = append(out, before+v)
		}
	}
	return out
}
