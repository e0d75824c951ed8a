package pgtest

import (
	"os"
	"testing"
)

// DropStale drops stale databases on the server that the environment names.
func DropStale(t testing.TB) { dropStale(t, os.Getenv(Variable)) }
