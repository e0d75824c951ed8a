//go:build unix

package cli

import "strings"

// unquoted are the characters, besides letters and digits, that have no meaning for a shell.
const unquoted = "./_-+:@,=%"

// inQuotes puts a word into quotes in which a shell changes nothing.
func inQuotes(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
