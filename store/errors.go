package store

import (
	"setdoku/internal/database"
)

// The errors that the errors of this package wrap.
var (
	ErrNotSetdoku = database.ErrNotSetdoku // the file or server has no database of setdoku
	ErrNewer      = database.ErrNewer      // a newer program made the database
	ErrOlder      = database.ErrOlder      // an older program made it, and it was opened to read only
	ErrLocked     = database.ErrLocked     // another process holds the lock
	ErrReadOnly   = database.ErrReadOnly   // the database may only be read
	ErrDamaged    = database.ErrDamaged
	ErrDiskFull   = database.ErrDiskFull

	ErrUnreachable    = database.ErrUnreachable    // the server does not answer
	ErrRefused        = database.ErrRefused        // it rejects the user name or the password
	ErrPermission     = database.ErrPermission     // the user lacks a privilege
	ErrConnectionLost = database.ErrConnectionLost // the server has ended the connection

	ErrNoPuzzle    = database.ErrNoPuzzle    // the database has no such puzzle
	ErrNoStatement = database.ErrNoStatement // the text for Query has no statement
	ErrStatements  = database.ErrStatements  // it has more than one
	ErrWrites      = database.ErrWrites      // it writes
	ErrParameter   = database.ErrParameter   // a parameter has no value, or a value has no parameter
)
