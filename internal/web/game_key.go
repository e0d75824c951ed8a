package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"net/http"

	"setdoku/store"
)

// The key in the address of a game lets anybody go on with it, and the key in the cookie of a browser shows its games.
// The tables have only hashes of both, because everybody who may use the console can read the tables. A browser finds
// its games by the hash of its key, and their addresses by its key and the seed of each. On a database that belongs to
// one person, the stored hash is also the address.

// Hashed returns the hash of a key as the tables have it, "" for no key. It looks like a key.
func Hashed(key string) string {
	if key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("setdoku " + key))
	return keyText(sum[:])
}

// keyOfGame returns the key of a game that a browser began.
func keyOfGame(player, seed string) string {
	mac := hmac.New(sha256.New, []byte(player))
	mac.Write([]byte(seed))
	return keyText(mac.Sum(nil))
}

// keyText writes a hash as a key, which crypto/rand.Text makes otherwise.
func keyText(sum []byte) string { return base32.StdEncoding.EncodeToString(sum)[:26] }

// storedID returns the id of the game with an address.
func (s *gamePages) storedID(address string) string {
	if s.shared() {
		return Hashed(address)
	}
	return address
}

// address returns the address of a game that is listed for a request.
func (s *gamePages) address(r *http.Request, g store.Game) string {
	if s.shared() {
		return keyOfGame(player(r), g.Seed)
	}
	return g.GameID
}
