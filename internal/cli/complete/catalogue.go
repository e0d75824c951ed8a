package complete

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/solver/catalogue"
	sqlfiles "setdoku/sql"
)

// Technique completes the name of one technique.
func Technique(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	return oneOf(func(context.Context) []string { return techniqueWords(false) })(cmd, args, word)
}

// TechniqueOrFamily completes the name of one technique or family.
func TechniqueOrFamily(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	return oneOf(func(context.Context) []string { return techniqueWords(true) })(cmd, args, word)
}

// TechniqueList completes the last name of a list of techniques and families.
func TechniqueList(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	return listOf(func(context.Context) []string { return techniqueWords(true) })(cmd, args, word)
}

// TechniqueThenFiles completes a technique or a file as the first argument, and files as the others.
func TechniqueThenFiles(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return Files(cmd, args, word)
	}
	names, _ := Technique(cmd, args, word)
	return names, cobra.ShellCompDirectiveDefault
}

// LevelList completes the last name of a list of levels.
func LevelList(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	return listOf(levels)(cmd, args, word)
}

// Query completes the name of a named query.
func Query(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	return oneOf(queries)(cmd, args, word)
}

// techniqueWords are the names of the catalogue with their titles, and the families when they may be named too.
func techniqueWords(families bool) (words []string) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil // a shell has no place to show an error
	}
	var named []string
	for _, t := range all {
		words = append(words, cobra.CompletionWithDesc(t.Name, t.Title))
		isTechnique := slices.ContainsFunc(all, func(o setdoku.Technique) bool { return o.Name == t.Family })
		if families && !isTechnique && !slices.Contains(named, t.Family) {
			named = append(named, t.Family)
		}
	}
	for _, f := range named {
		words = append(words, cobra.CompletionWithDesc(f, "family"))
	}
	return words
}

// levels are the levels of the catalogue, the easiest first.
func levels(context.Context) (words []string) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil
	}
	slices.SortStableFunc(all, func(a, b setdoku.Technique) int { return a.LevelNo - b.LevelNo })
	for _, t := range all {
		if !slices.Contains(words, t.Level) {
			words = append(words, t.Level)
		}
	}
	return words
}

// queries are the names of the named queries with their titles.
func queries(context.Context) (words []string) {
	list, err := sqlfiles.Queries()
	if err != nil {
		return nil
	}
	for _, q := range list {
		words = append(words, cobra.CompletionWithDesc(q.Name, q.Title))
	}
	return words
}
