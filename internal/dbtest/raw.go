package dbtest

// RawTriggers returns statements for a file without the triggers that check what is written by hand. Those of begin make triggers that
// write the rows of the views cell, elimination, candidate and step to the tables behind them as they are, and those of end drop them.
func RawTriggers() (begin, end []string) {
	for _, view := range []string{"cell", "elimination", "candidate", "step"} {
		for _, event := range []string{"insert", "update", "delete"} {
			end = append(end, `DROP TRIGGER raw_`+view+`_`+event)
		}
	}
	return rawOnFile, end
}
