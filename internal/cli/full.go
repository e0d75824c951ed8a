package cli

import "github.com/spf13/cobra"

// fullFlag adds --full to a command that explains deductions.
func fullFlag(cmd *cobra.Command, full *bool) {
	cmd.Flags().BoolVar(full, "full", false, "tell every step of refutations and of the branches of a set")
}
