package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// constructors make the commands below setdoku.
var constructors []func(*app) *cobra.Command

// register adds a command to setdoku. The file of each command calls it, so no other file changes for a new command: the
// command names its help group, its next calls and its completions where it declares its flags.
func register(construct func(*app) *cobra.Command) { constructors = append(constructors, construct) }

// The groups in which help lists the commands, in the order of help.
const (
	groupSolve      = "solve"
	groupLook       = "look"
	groupLists      = "lists"
	groupTechniques = "techniques"
	groupSetUp      = "set up"
)

// groups returns the groups with their titles.
func groups() []*cobra.Group {
	return []*cobra.Group{
		{ID: groupSolve, Title: "Solve and rate:"},
		{ID: groupLook, Title: "Look at what a database holds:"},
		{ID: groupLists, Title: "Lists of puzzles:"},
		{ID: groupTechniques, Title: "Techniques:"},
		{ID: groupSetUp, Title: "Set up and measure:"},
	}
}

// addCommands adds the groups and every registered command to root. Cobra sorts the commands of a group by name.
func (a *app) addCommands(root *cobra.Command) {
	root.AddGroup(groups()...)
	root.SetHelpCommandGroupID(groupSetUp)
	for _, construct := range constructors {
		root.AddCommand(construct(a))
	}
	completeNothing(root)
}

// completeNothing stops shells from completing files after the commands below cmd that take no argument.
func completeNothing(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		completeNothing(sub)
	}
	if cmd.ValidArgsFunction == nil && len(cmd.ValidArgs) == 0 && !takesArguments(cmd) {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// takesArguments reports whether the usage line of a command shows an argument. A flag and its value are none.
func takesArguments(cmd *cobra.Command) bool {
	_, arguments, _ := strings.Cut(cmd.Use, " ")
	return arguments != "" && !strings.HasPrefix(arguments, "--")
}
