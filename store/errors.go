package store

import (
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// Errors that a caller can switch on with errors.Is.
var (
	ErrNotSetdoku = errors.New("not a setdoku database")
	ErrNewer      = errors.New("made by a newer setdoku")
	ErrOlder      = errors.New("made by an older setdoku and opened read-only; run 'setdoku migrate up' on it")
	ErrLocked     = errors.New("locked by another process")
	ErrReadOnly   = errors.New("read-only")
	ErrDamaged    = errors.New("damaged or truncated")
	ErrFull       = errors.New("disk full")
	ErrAway       = errors.New("the server cannot be reached")
	ErrRefused    = errors.New("the server refuses the user or the password")
	ErrLost       = errors.New("the connection to the server was lost")
)

func newerError(version, latest int64) error {
	return fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewer, version, latest)
}

// Explain puts the sentinel error that names the cause in front of an error of the
// database, so that callers can switch on it and users can read it. Other errors,
// nil too, come back as they are.
func Explain(err error) error {
	if err == nil {
		return nil
	}
	var se *sqlite.Error
	var cause error
	var detail string
	if errors.As(err, &se) {
		cause, detail = fileCause(se), strings.TrimSuffix(se.Error(), "\n")
	} else {
		cause, detail = explainServer(err)
	}
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w (%s)", cause, detail)
}
