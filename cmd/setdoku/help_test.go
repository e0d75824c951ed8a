package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelp checks that every command says what it is for and shows how it is called, with
// flags that it has.
func TestHelp(t *testing.T) {
	root := (&app{}).root()
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			check(sub)
		}
		if !cmd.Runnable() || cmd == root {
			return
		}
		t.Run(cmd.CommandPath(), func(t *testing.T) {
			if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
				t.Errorf("short help %q, want a phrase without a full stop", cmd.Short)
			}
			if cmd.Example == "" {
				t.Error("no example")
			}
			for line := range strings.Lines(cmd.Example) {
				if !strings.HasPrefix(line, "  "+cmd.CommandPath()) {
					t.Errorf("example %q, want two blanks and %s", line, cmd.CommandPath())
				}
				called, _, err := root.Find(strings.Fields(line)[1:])
				if err != nil {
					t.Errorf("example %q: %v", line, err)
					continue
				}
				for _, word := range strings.Fields(line) {
					if name, ok := strings.CutPrefix(word, "--"); ok && called.Flags().Lookup(name) == nil {
						t.Errorf("example %q: there is no flag %s", line, word)
					}
				}
			}
			if f := cmd.Flags().Lookup("db"); f != nil && !strings.HasPrefix(f.Usage, "database `FILE`") && !strings.HasPrefix(f.Usage, "database `URL`") {
				t.Errorf("--db is described as %q", f.Usage)
			}
		})
	}
	check(root)
}
