package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
)

// folderFlag adds a flag that takes a folder, which a shell completes. Without it and without completeFlag, a shell
// completes files.
func folderFlag(cmd *cobra.Command, target *string, name, value, text string) {
	*target = value
	short := ""
	if name == "output" {
		short = "o"
	}
	cmd.Flags().VarP((*folder)(target), name, short, text)
	completeFlag(cmd, name, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
}

// folder is the value of a flag that takes a folder for files that a command writes.
type folder string

func (f *folder) String() string { return string(*f) }

func (*folder) Type() string { return "string" }

func (f *folder) Set(name string) error {
	if name == "-" {
		return usageErrorf("%q, want a folder: several files are written, and not to standard output", name)
	}
	*f = folder(name)
	return nil
}

// completeTechniqueThenFiles completes a technique or a file as the first argument, and files as the others.
func completeTechniqueThenFiles(_ *cobra.Command, args []string, word string) (names []string,
	_ cobra.ShellCompDirective) {
	if len(args) == 0 {
		names = beginning(techniques(), "", word)
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeWord completes one of some words.
func completeWord(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return beginning(words(), "", word), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeList completes the last word of a list whose words are separated by commas.
func completeList(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, list string) ([]string, cobra.ShellCompDirective) {
		before := list[:strings.LastIndex(list, ",")+1]
		return beginning(words(), before, list), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// beginning puts before in front of each word and returns those that begin with typed.
func beginning(words []string, before, typed string) (out []string) {
	for _, w := range words {
		if strings.HasPrefix(before+w, typed) {
			out = append(out, before+w)
		}
	}
	return out
}

// builtIn returns the techniques. A shell has no place to show an error.
func builtIn() catalogue.Catalogue {
	all, _ := catalogue.BuiltIn()
	return all
}

// techniques returns the names of the techniques with their titles.
func techniques() (words []string) {
	for _, t := range builtIn() {
		words = append(words, cobra.CompletionWithDesc(t.Name, t.Title))
	}
	return words
}

// techniquesAndFamilies returns the names of the techniques and then those of the families.
func techniquesAndFamilies() []string {
	words := techniques()
	var families []string
	for _, t := range builtIn() {
		isTechnique := slices.ContainsFunc(builtIn(), func(o catalogue.Technique) bool { return o.Name == t.Family })
		if !isTechnique && !slices.Contains(families, t.Family) {
			families = append(families, t.Family)
			words = append(words, cobra.CompletionWithDesc(t.Family, "family"))
		}
	}
	return words
}

// queryNames returns the names of the named queries with their titles.
func queryNames() (words []string) {
	list, _ := catalogue.Queries()
	for _, q := range list {
		words = append(words, cobra.CompletionWithDesc(q.Name, q.Title))
	}
	return words
}
