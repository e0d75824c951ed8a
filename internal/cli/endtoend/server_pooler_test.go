package endtoend

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// asOwner returns a command that runs as a user who is not root, as these programs demand, and a folder of that user.
func asOwner(t *testing.T, program string) (command func(args ...string) *exec.Cmd, dir string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if found, _ := filepath.Glob("/usr/lib/postgresql/15/bin/" + program); err != nil && len(found) > 0 {
		path, err = found[0], nil
	}
	if err != nil {
		gridtest.Cannot(t, "no "+program+":", err)
	}
	if dir, err = os.MkdirTemp("", "setdoku-server-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	words := []string{path}
	if os.Geteuid() == 0 {
		words = []string{"runuser", "-u", "postgres", "--", path}
		if out, err := exec.Command("chown", "postgres", dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.Command(words[0], append(words[1:len(words):len(words)], args...)...)
		cmd.Dir = dir
		return cmd
	}, dir
}

// freePort returns a port of loopback that was free a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	gridtest.Must(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// at returns the URL of a database at another port of this machine.
func at(t *testing.T, target string, port int) (moved, original *url.URL) {
	t.Helper()
	original, err := url.Parse(target)
	gridtest.Must(t, err)
	other := *original
	other.Host = fmt.Sprintf("127.0.0.1:%d", port)
	return &other, original
}

// TestPooler solves, reads and verifies through pgbouncer in session mode, with the parameters of docs/servers.md.
// Reading commands cannot write there. In transaction mode, and without the parameters, the error names what to set.
func TestPooler(t *testing.T) {
	pgbouncer, dir := asOwner(t, "pgbouncer")
	target := clitest.Migrated(t)
	page, err := os.ReadFile(clitest.InRepository("docs", "servers.md"))
	gridtest.Must(t, err)
	_, rest, found := strings.Cut(string(page), "    ignore_startup_parameters = ")
	parameters, _, _ := strings.Cut(rest, "\n")
	if !found {
		t.Fatal("docs/servers.md has no ignore_startup_parameters")
	}
	through := func(mode, parameters string) string {
		port := freePort(t)
		moved, server := at(t, target, port)
		password, _ := server.User.Password()
		file := func(name, text string) string {
			path := filepath.Join(dir, mode+name)
			gridtest.Must(t, os.WriteFile(path, []byte(text), 0o644))
			return path
		}
		users := file("users", fmt.Sprintf("%q %q\n", server.User.Username(), password))
		settings := fmt.Sprintf("[databases]\n* = host=%s port=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port "+
			"= %d\nunix_socket_dir =\n"+
			"auth_type = plain\nauth_file = %s\npool_mode = %s\n", server.Hostname(), server.Port(), port, users,
			strings.TrimSuffix(mode, "-bare"))
		if parameters != "" {
			settings += "ignore_startup_parameters = " + parameters + "\n"
		}
		cmd := pgbouncer(file("ini", settings))
		gridtest.Must(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		gridtest.Until(t, "pgbouncer listens", func() bool {
			c, err := net.Dial("tcp", moved.Host)
			if err == nil {
				c.Close()
			}
			return err == nil
		})
		return moved.String()
	}
	session := through("session", parameters)
	list := clitest.WriteLines(t, t.TempDir(), "list", clitest.MixedPuzzles(t, 5))
	clitest.DoneOn(t, session, "import", list)
	clitest.DoneOn(t, session, "work")
	clitest.DoneOn(t, session, "verify")
	if r := clitest.CallOn(t.Context(), session, "query",
		"SHOW default_transaction_read_only"); !strings.Contains(r.Stdout, "on") {
		t.Errorf("a reading command may write: %s%s", r.Stdout, r.Stderr)
	}
	bare := clitest.CallOn(t.Context(), through("session-bare", ""), "stats").Must(t, usage.ExitError)
	transactions := through("transaction", parameters)
	clitest.CallOn(t.Context(), transactions, "stats") // its statements stay on the connection of the pooler
	for _, r := range []clitest.Result{bare,
		clitest.CallOn(t.Context(), transactions, "verify").Must(t, usage.ExitError)} {
		if !strings.Contains(r.Stderr, "pool_mode = session") {
			t.Errorf("%s, want an error that names pool_mode", r.Stderr)
		}
	}
}

// TestStandby verifies a database on a hot standby, which cannot make the schema to compare with.
func TestStandby(t *testing.T) {
	backup, dir := asOwner(t, "pg_basebackup")
	control, _ := asOwner(t, "pg_ctl")
	target := pgtest.Database(t)
	list := clitest.WriteLines(t, t.TempDir(), "list", clitest.MixedPuzzles(t, 3))
	clitest.CallOn(t.Context(), target, "solve", list)
	port := freePort(t)
	moved, server := at(t, target, port)
	password, _ := server.User.Password()
	data := filepath.Join(dir, "data")
	copying := backup("-h", server.Hostname(), "-p", server.Port(), "-U", server.User.Username(), "-D", data, "-R",
		"-c", "fast")
	copying.Env = append(os.Environ(), "PGPASSWORD="+password)
	if out, err := copying.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	options := fmt.Sprintf("-p %d -c unix_socket_directories=%s", port, dir)
	if out, err := control("start", "-w", "-D", data, "-l", filepath.Join(dir, "log"), "-o",
		options).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := control("stop", "-w", "-m", "immediate", "-D", data).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	clitest.DoneOn(t, moved.String(), "verify")
}
