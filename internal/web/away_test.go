package web_test

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// gate forwards connections to a server. While it is shut it has none and accepts none.
type gate struct {
	mu    sync.Mutex
	shut  bool
	conns map[net.Conn]bool
}

// newGate returns a gate in front of a server, and the URL of its database behind the gate.
func newGate(t *testing.T, target string) (*gate, string) {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	g := &gate{conns: make(map[net.Conn]bool)}
	server := u.Host
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go g.forward(client, server)
		}
	}()
	u.Host = listener.Addr().String()
	return g, u.String()
}

// forward copies between a client and the server until one of them ends or the gate is shut.
func (g *gate) forward(client net.Conn, server string) {
	defer client.Close()
	behind, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer behind.Close()
	g.mu.Lock()
	if g.shut {
		g.mu.Unlock()
		return
	}
	g.conns[client] = true
	g.mu.Unlock()
	go func() {
		_, _ = io.Copy(behind, client)
		behind.Close()
	}()
	_, _ = io.Copy(client, behind)
	g.mu.Lock()
	delete(g.conns, client)
	g.mu.Unlock()
}

// set shuts or opens the gate.
func (g *gate) set(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = shut
	if shut {
		for c := range g.conns {
			c.Close()
		}
	}
}

// TestServerAway requests pages while the database server is lost, and after it has come back.
func TestServerAway(t *testing.T) {
	gridtest.Long(t, "Chromium")
	gate, target := newGate(t, dbtest.Server(t, 0))
	fillDatabase(t, target, 3)
	server := newServer(t, target, web.Options{QueryTime: 5 * time.Second}).URL
	paths := []string{"/", "/puzzles/1", "/techniques/full_house", "/sql?q=SELECT+1", "/api/puzzles/1",
		"/api/puzzles/1/hint", "/api/query?q=SELECT+1"}
	for _, round := range []string{"first", "second"} {
		for _, path := range paths {
			if status, body := get(t, server+path); status != 200 {
				t.Errorf("%s time, the server is there: %s: %d %.300s", round, path, status, body)
			}
		}
		gate.set(true)
		for _, path := range paths {
			status, body := get(t, server+path)
			if status != 503 || !strings.Contains(body,
				"the database server cannot be reached at the moment, try again later") {
				t.Errorf("%s time, the server is lost: %s: %d %.300s", round, path, status, body)
			}
		}
		gate.set(false)
	}
	for _, path := range paths {
		if status, body := get(t, server+path); status != 200 {
			t.Errorf("the server is back: %s: %d %.300s", path, status, body)
		}
	}
}
