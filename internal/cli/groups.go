package cli

import "github.com/spf13/cobra"

// groups are the sections in which help lists the commands. Each command is in one of them.
var groups = []struct {
	id, title string
	commands  []string
}{
	{"solve", "Solve and rate:", []string{"solve", "rate", "count", "find", "hint", "explain", "work"}},
	{"look", "Look at what a database holds:", []string{"show", "history", "query", "stats", "datasette", "verify", "serve"}},
	{"lists", "Lists of puzzles:", []string{"import", "export", "generate", "same"}},
	{"learn", "Techniques:", []string{"techniques", "ablate"}},
	{"maintain", "Set up and measure:", []string{"migrate", "bench", "completion", "man", "version", "help"}},
}

// group puts the commands of root into their groups.
func group(root *cobra.Command) {
	of := make(map[string]string)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, name := range g.commands {
			of[name] = g.id
		}
	}
	for _, cmd := range root.Commands() {
		cmd.GroupID = of[cmd.Name()]
	}
	root.SetHelpCommandGroupID(of["help"])
}
