package process

import (
	"io"
	"os"
	"os/exec"
	"testing"

	"setdoku/internal/cli/clitest"
)

// TestKilledLeavesNothing kills a command that has a temporary database. The next command removes the folder of the database, and
// leaves that of a command that still runs.
func TestKilledLeavesNothing(t *testing.T) {
	program, temp := clitest.Build(t), t.TempDir()
	folders := func() int {
		entries, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	start := func(args ...string) (*exec.Cmd, io.WriteCloser) {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp, "TMP="+temp)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		before := folders()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		for range 300 { // more puzzles than it solves at a time
			if _, err := io.WriteString(in, clitest.GoodPuzzle+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		clitest.Until(t, "a temporary database", func() bool { return folders() > before })
		return cmd, in
	}
	running, end := start("solve", "-", "--engine", "sql")
	killed, _ := start("solve", "-", "--engine", "sql")
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	if n := folders(); n != 2 {
		t.Fatalf("%d folders, want one of the killed command and one of the other", n)
	}
	next := exec.Command(program, "find", clitest.GoodPuzzle, "--technique", "naked_single")
	next.Env = append(os.Environ(), "TMPDIR="+temp, "TMP="+temp)
	if out, err := next.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := folders(); n != 1 {
		t.Errorf("after the next command there are %d folders, want that of the running command", n)
	}
	if err := end.Close(); err != nil {
		t.Fatal(err)
	}
	if err := running.Wait(); err != nil {
		t.Errorf("the running command: %v", err)
	}
	if n := folders(); n != 0 {
		t.Errorf("at the end there are %d folders, want none", n)
	}
}
