package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"setdoku/internal/web"
	"setdoku/internal/web/console"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	db        string
	address   string
	token     string
	readOnly  bool
	queryTime time.Duration
	logAll    bool
	start     starting
}

// starting says where play begins. The zero value is that of serve: the first page, at the address that was asked for.
type starting struct {
	goal    string // a level or a technique, "" for none
	player  bool   // the first page is that of the games, and not the collection
	variant string // of the puzzle of the goal, "" for classic
	anyPort bool   // take any free port if that of the address is taken
	browser bool   // open the browser
}

func init() { register((*app).serveCommand) }

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:         "serve [[--db] FILE]",
		Short:       "Look at a database in the browser, step by step, with its SQL",
		GroupID:     groupLook,
		Annotations: next(),
		Long: `Serve pages about a database, which is a file or on a PostgreSQL server: the collection with filters,
every puzzle with its steps and the statement that made each, a console for SQL that reads, the
techniques with examples, games, and a form to solve puzzles that you type or paste. /api has the same
as JSON. Without a database it serves that of play, in the data folder of the user.

serve answers only this machine unless --address names another interface. Then everybody who can reach the
address could read the database and solve in it, so the pages require the token that is printed at the
start, or that of --token. With --address 0.0.0.0:8081, serve prints the addresses that a phone in the same
network can open, and on a terminal the first of them as a QR code. The connection is not encrypted: use
it in a network that you trust.

A statement of the console runs for at most --query-time, on a connection that cannot write. On a file
it runs in a process of its own, which gets 64 MB of memory for its rows; one value may have 2 MB. A download
of all rows may take twelve times as long.`,
		Example: `  setdoku serve --db sudoku.db
  setdoku serve --db sudoku.db --read-only --address 0.0.0.0:8080`,
		Args: databaseArg(&f.db),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), cmd, f)
		},
	}
	dbFlag(cmd, &f.db)
	f.add(cmd)
	cmd.Flags().BoolVar(&f.readOnly, "read-only", false, "only show the database: nothing can be played or solved")
	return cmd
}

// add adds the flags that serve and play share.
func (f *serveFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.address, "address", "127.0.0.1:8081", "`HOST:PORT` to listen on, port 0 for any free one")
	fl.StringVar(&f.token, "token", "", fmt.Sprintf("`TOKEN` that callers must have, at least %d characters (default "+
		"a new one when other machines can reach the address)", web.MinToken))
	f.queryTime = 5 * time.Second
	timeFlag(cmd, &f.queryTime, "query-time", 1, "a time above 0", "how long a statement of the console may take")
	fl.BoolVar(&f.logAll, "log", false, "also log refused requests to standard error")
}

// serve serves a database until ctx ends.
func (a *app) serve(ctx context.Context, cmd *cobra.Command, f serveFlags) (err error) {
	host, _, err := net.SplitHostPort(f.address)
	if err != nil {
		return usageErrorf("%s: --address %q, want HOST:PORT such as 127.0.0.1:8081", cmd.Name(), f.address)
	}
	if f.token != "" && len(f.token) < web.MinToken {
		return usageErrorf("%s: --token has %d characters, want at least %d", cmd.Name(), len(f.token), web.MinToken)
	}
	if err := a.orVariable(cmd, &f.db); err != nil {
		return err
	}
	if f.db == "" {
		if f.db, err = ownDatabase(ctx); err != nil {
			return fmt.Errorf("%s: %w", cmd.Name(), err)
		}
		fmt.Fprintf(a.Err, "setdoku: the database is %s\n", f.db)
	}
	open := !onThisMachine(ctx, host)
	if open && f.token == "" {
		f.token = web.NewToken()
	}
	level := slog.LevelError
	if f.logAll {
		level = slog.LevelDebug
	}
	worker, err := console.WorkerCommand(ctx)
	if err != nil {
		return err
	}
	s, err := web.New(ctx, f.db, web.Options{
		Worker: worker,
		Token:  f.token, Games: f.start.player, ReadOnly: f.readOnly, Version: Version, QueryTime: f.queryTime,
		Log: slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: level})),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	l, err := listen(ctx, f.address, f.start.anyPort)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s: another program uses %s; --address %s takes any free port", cmd.Name(), f.address,
			net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Name(), err)
	}
	if open {
		fmt.Fprintf(a.Err, "setdoku: warning: %s is reachable from other machines; the pages require the token, the "+
			"connection is not encrypted\n", f.address)
	}
	if err := a.warnFileRights(ctx, s); err != nil {
		return errors.Join(err, l.Close())
	}
	if why := s.ReadOnly(); why != "" && !f.readOnly {
		fmt.Fprintf(a.Err, "setdoku: nothing can be played or solved, because %s\n", why)
	}
	page, err := a.firstPage(ctx, s, f.start)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	interfaces, _ := net.InterfaceAddrs() // without them only localhost is printed
	addresses := siteAddresses(l.Addr().String(), page, f.token, interfaces)
	fmt.Fprintln(a.Out, strings.Join(addresses, "\n"))
	if open && isTerminal(a.Err) {
		if code, err := qrLines(addresses[0]); err == nil { // an address that is too long has no code
			fmt.Fprint(a.Err, code)
		}
	}
	fmt.Fprintln(a.Err, "setdoku: Ctrl-C ends it")
	if f.start.browser {
		openBrowser(ctx, addresses[len(addresses)-1])
	}
	return s.Serve(ctx, l)
}

// listen listens on an address. With anyPort it takes any free port of the host if another program has that of the
// address.
func listen(ctx context.Context, address string, anyPort bool) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err == nil || !anyPort {
		return l, err
	}
	host, _, _ := net.SplitHostPort(address)
	return (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
}

// siteAddresses returns what the user opens in the browser to see a page. listening is the address of the listener. A
// listener for all interfaces is reached at the addresses of this machine, which other devices such as a phone can use,
// and as localhost.
func siteAddresses(listening, page, token string, interfaces []net.Addr) (list []string) {
	hosts := []string{listening}
	if host, port, err := net.SplitHostPort(listening); err == nil {
		if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
			hosts = nil
			for _, name := range append(reachable(interfaces), "localhost") {
				hosts = append(hosts, net.JoinHostPort(name, port))
			}
		}
	}
	for _, host := range hosts {
		site := url.URL{Scheme: "http", Host: host, Path: page}
		if token != "" {
			site.RawQuery = url.Values{"token": {token}}.Encode()
		}
		list = append(list, site.String())
	}
	return list
}

// reachable returns the addresses at which other devices reach this machine: those of IPv4, or else those of IPv6,
// which are long.
func reachable(interfaces []net.Addr) []string {
	var four, six []string
	for _, a := range interfaces {
		network, is := a.(*net.IPNet)
		switch {
		case !is || !network.IP.IsGlobalUnicast():
		case network.IP.To4() != nil:
			four = append(four, network.IP.String())
		default:
			six = append(six, network.IP.String())
		}
	}
	if len(four) > 0 {
		return four
	}
	return six
}

// onThisMachine reports whether all addresses of a host are loopback addresses.
func onThisMachine(ctx context.Context, host string) bool {
	if host == "" {
		return false
	}
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	addresses, err := net.DefaultResolver.LookupIPAddr(ctx, host)
	if err != nil || len(addresses) == 0 {
		return false
	}
	for _, a := range addresses {
		if !a.IP.IsLoopback() {
			return false
		}
	}
	return true
}
