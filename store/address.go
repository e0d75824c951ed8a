package store

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// Forms of addresses. A scheme has two characters or more, because one is the drive of a path of Windows.
var (
	addressScheme = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]+):`) })
	addressWord   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*(host|hostaddr|port|dbname|database|user|` +
			`password|passfile|service|server|data source|sslmode)\s*=`)
	})
)

// schemes are those that need no // after the colon to be taken for an address.
const schemes = " sqlite sqlite3 file postgres postgresql pgsql jdbc odbc mysql mariadb duckdb libsql sqlserver oracle "

const addressForms = "want the path of a file, or postgres://user:password@host:port/database"

// CheckAddress returns an error if a target of Open is empty, or names neither a file nor a server but looks like
// another kind of address. The error has no part of the target that may be secret.
func CheckAddress(target string) error {
	switch {
	case target == "":
		return errors.New("the address of the database is empty, " + addressForms)
	case IsServer(target):
		return nil
	}
	if m := addressWord().FindStringSubmatch(target); m != nil {
		return fmt.Errorf("begins with %s=, %s; ./ before it makes it the path of a file", strings.ToLower(m[1]),
			addressForms)
	}
	if scheme := otherScheme(target); scheme != "" {
		return fmt.Errorf("begins with %s:, %s; ./ before it makes it the path of a file", scheme, addressForms)
	}
	return nil
}

// otherScheme returns the scheme of an address that is not that of a server, "" for a path.
func otherScheme(target string) string {
	m := addressScheme().FindStringSubmatch(target)
	if m == nil || IsServer(target) {
		return ""
	}
	scheme := strings.ToLower(m[1])
	if strings.HasPrefix(target[len(m[0]):], "//") || strings.Contains(schemes, " "+scheme+" ") {
		return scheme
	}
	return ""
}

// IsAddress reports whether a text looks like an address of a database, right or wrong, and not like a path.
func IsAddress(text string) bool { return IsServer(text) || text != "" && CheckAddress(text) != nil }

// IsServer reports whether a target of Open, the value of --db, names a server: a URL does, anything else names a file.
// Several processes can write to a server at once.
func IsServer(target string) bool {
	scheme, _, found := strings.Cut(target, "://")
	return found && (strings.EqualFold(scheme, "postgres") || strings.EqualFold(scheme, "postgresql"))
}

// backendFor returns the backend for a target of Open.
func backendFor(target string) backend {
	if IsServer(target) {
		return postgresBackend{}
	}
	return sqliteBackend{}
}

// Name returns a target of Open in a form that is safe to print: a URL without its password, and only the begin of an
// address of another kind.
func Name(target string) string {
	if IsServer(target) {
		return serverName(target)
	}
	if m := addressWord().FindStringSubmatch(target); m != nil {
		return strings.ToLower(m[1]) + "=..."
	}
	if scheme := otherScheme(target); scheme != "" && scheme != "file" && !strings.HasPrefix(scheme, "sqlite") {
		return scheme + ":..."
	}
	return target
}
