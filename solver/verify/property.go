package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"

	"setdoku/solver/batch"
	"setdoku/store/record"
)

var propertyCells = table[record.PropertyCell]{
	name: "property_cell",
	order: func(a, b record.PropertyCell) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Cell, b.Cell))
	},
	key:    func(p record.PropertyCell) string { return fmt.Sprintf("property %s cell %d", p.Property, p.Cell) },
	values: func(record.PropertyCell) string { return "that the cell has the property" },
}

// properties compares the rows of the tables puzzle_property and property_cell, if there are any, with the properties
// of the givens.
func (v *recordCheck) properties() *Finding {
	got := v.r.Properties
	if got == nil && len(v.r.PropertyCells) == 0 {
		return nil
	}
	want, cells, err := batch.PropertiesFor(v.ctx, &v.path.Start)
	if err != nil {
		return nil // checkAll returns the error
	}
	if reflect.DeepEqual(got, &want) {
		return propertyCells.compare(0, cells, v.r.PropertyCells)
	}
	texts := [2]string{}
	for i, p := range []*record.Properties{got, &want} {
		text, err := json.Marshal(p)
		if err != nil {
			panic(err) // only numbers and texts
		}
		texts[i] = string(text)
	}
	return finding(0, "puzzle_property", "the row", "it says %s, it should say %s", texts[0], texts[1])
}
