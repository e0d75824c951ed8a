package cli

// unquoted are the characters, besides letters and digits, that have no meaning for cmd and for PowerShell.
const unquoted = `./_-+:=\`

// inQuotes puts a word into the quotes that cmd and PowerShell share. Names of files cannot have quotes themselves.
func inQuotes(word string) string { return `"` + word + `"` }
