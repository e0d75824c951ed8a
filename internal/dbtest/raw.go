package dbtest

// RawTriggers returns statements for a file without the triggers that check what is written by hand. Those of begin make triggers that
// write the rows of the views cell, elimination, candidate and step to the tables behind them as they are, and those of end drop them.
func RawTriggers() (begin, end []string) {
	return rawOnFile, eachRaw(func(name, _, _ string) string { return `DROP TRIGGER ` + name })
}
