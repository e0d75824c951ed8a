package cli

import "github.com/spf13/cobra"

// commands lists the commands; groups says where help shows them.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.solveCommand(),
		a.workCommand(),
		a.rateCommand(),
		a.findCommand(),
		a.countCommand(),
		a.generateCommand(),
		a.verifyCommand(),
		a.importCommand(),
		a.sameCommand(),
		a.showCommand(),
		a.historyCommand(),
		a.hintCommand(),
		a.explainCommand(),
		a.techniquesCommand(),
		a.exportCommand(),
		a.statsCommand(),
		a.ablateCommand(),
		a.queryCommand(),
		a.datasetteCommand(),
		a.migrateCommand(),
		a.serveCommand(),
		a.benchCommand(),
		a.completionCommand(),
		a.manCommand(),
		a.versionCommand(),
	}
}
