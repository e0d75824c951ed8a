package web_test

import (
	"testing"

	"setdoku/internal/web"
)

// TestGameAudit examines the page of a game in its states.
func TestGameAudit(t *testing.T) {
	server := newServer(t, newDatabase(t, 12), web.Options{}).URL
	b := auditor(t, server)
	at := "/games/" + newGame(t, server, 12).game
	for name, path := range map[string]string{"game": at, "game-where": at + "?hint=where&cell=11", "game-what": at + "?hint=what", "game-why": at + "?hint=why"} {
		b.audit(name, path)
	}
}
