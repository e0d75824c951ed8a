//go:build !linux

package console

// limitProcess does nothing here: only the limits of SQLite hold.
func limitProcess(_, _ uint64) error { return nil }
