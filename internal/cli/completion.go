package cli

import (
	"github.com/spf13/cobra"

	"setdoku/internal/cli/usage"
)

func init() { register((*app).completionCommand) }

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:         "completion bash|zsh|fish|powershell",
		Short:       "Print a completion script for a shell",
		GroupID:     groupSetUp,
		Annotations: next(),
		Long: `Print a script that makes a shell complete the commands and flags of setdoku. Where it goes:

  bash        source <(setdoku completion bash)
  zsh         setdoku completion zsh > "${fpath[1]}/_setdoku"
  fish        setdoku completion fish > ~/.config/fish/completions/setdoku.fish
  powershell  setdoku completion powershell | Out-String | Invoke-Expression`,
		Example: `  setdoku completion zsh > _setdoku
  setdoku completion fish | source`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      usage.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Out, true)
			case "zsh":
				return root.GenZshCompletion(a.Out)
			case "fish":
				return root.GenFishCompletion(a.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.Out)
			}
			return usage.Errorf("completion: shell %q, want bash, zsh, fish or powershell", args[0])
		},
	}
}
