package process

import (
	"os"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/gridtest"
)

// setPipeSize is F_SETPIPE_SZ, which package syscall lacks.
const setPipeSize = 1031

// TestInterruptedAtAFullPipe interrupts commands that print more than a pipe of one page takes, after their first byte.
func TestInterruptedAtAFullPipe(t *testing.T) {
	dir := t.TempDir()
	in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 120))
	t.Chdir(dir)
	clitest.Done(t, "import", in, "--db", "test.db")
	for _, args := range []string{
		"solve " + in, "rate " + in, "generate -n 5000", "export --db test.db", "show 1-100 --db test.db",
		"query 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n' " +
			"--db test.db --format csv",
	} {
		for _, both := range []bool{true, false} {
			reader, writer, err := os.Pipe()
			gridtest.Must(t, err)
			if _, _, no := syscall.Syscall(syscall.SYS_FCNTL, writer.Fd(), setPipeSize, 4096); no != 0 {
				t.Fatal(no)
			}
			s := stream.Streams{Out: writer}
			if both {
				s.Err = writer
			}
			clitest.Interrupted(t, s, func() { reader.Read(make([]byte, 1)) }, words(args)...)
			reader.Close()
			writer.Close()
		}
	}
}
