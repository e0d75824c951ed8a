package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"setdoku/internal/catalogue"
	"setdoku/store"
)

// collectionData is the data of the page of the collection.
type collectionData struct {
	Filter     collectionFilter
	Form       url.Values        // the values of the form fields, wrong ones too
	Wrong      []parameterError  // the parameters with wrong values; then there are no puzzles
	Errors     map[string]string // by the name of the parameter
	Conditions []conditionLink
	Headings   []collectionHeading
	Rows       []collectionRow
	Next       string // address of the next page, "" at the end
	FirstPage  string // address of the first page, "" if this is it
	Facets     facets
	Statement  string
	Techniques []string
	Hidden     []formField // filterParameters of the filter that have no field in the form
	CSV, JSON  string
	Empty      bool   // the database has no puzzle
	Database   string // for the commands that fill it
	ReadOnly   string // see layout
}

// hiddenNames are the parameters that have no field in the form, but stay when it is sent.
var hiddenNames = []string{"run", "sort", "limit"}

// collection answers with the page of all puzzles.
func (s *Collection) collection(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	f, wrong := s.readFilter(asked)
	d := collectionData{
		Filter: f, Form: asked, Wrong: wrong, Errors: map[string]string{},
		Techniques: techniqueNames(s.catalogue), Database: s.site.Database, ReadOnly: s.site.ReadOnly,
	}
	for _, name := range hiddenNames {
		if value := f.values().Get(name); value != "" {
			d.Hidden = append(d.Hidden, formField{Name: name, Value: value})
		}
	}
	if len(wrong) > 0 {
		for _, e := range wrong {
			d.Errors[e.Name] = "want " + e.Want
		}
		return s.site.Render(w, r, http.StatusBadRequest, "collection", "Puzzles", d)
	}
	if err := s.fillCollection(r, &d); err != nil {
		return err
	}
	return s.site.Render(w, r, http.StatusOK, "collection", "Puzzles", d)
}

// fillCollection reads the puzzles of the page and the counts of all that the filter selects.
func (s *Collection) fillCollection(r *http.Request, d *collectionData) (err error) {
	f := d.Filter
	var next string
	if d.Rows, next, d.Statement, err = s.puzzlePage(r.Context(), f); err != nil {
		return err
	}
	counts, err := s.countFacets(r.Context(), f)
	if err != nil {
		return err
	}
	d.Facets = counts.linked(f)
	d.Conditions = f.links()
	d.Headings = collectionHeadings(f)
	d.Empty = len(d.Rows) == 0 && len(d.Conditions) == 0 && f.After == ""
	if f.After != "" {
		d.FirstPage = f.with(collectionPath, "", "")
	}
	if next != "" {
		d.Next = f.with(collectionPath, "after", next)
	}
	d.CSV, d.JSON = f.with("/api/puzzles.csv", "limit", ""), f.with("/api/puzzles.json", "limit", "")
	return nil
}

// linked returns the counts, each with a link that filters the collection by its value, or that removes the value from
// the filter.
func (c *facets) linked(f collectionFilter) facets {
	now := f.values()
	link := func(name string, list []facet) []facet {
		list = slices.Clone(list)
		for i := range list {
			v := &list[i]
			if v.On = v.Value == now.Get(name); v.On {
				v.Link = f.with(collectionPath, name, "")
			} else {
				v.Link = f.with(collectionPath, name, v.Value)
			}
		}
		return list
	}
	return facets{
		Total: c.Total, Status: link("status", c.Status), Level: link("level", c.Level),
		Variant: link("variant", c.Variant), Hardest: link("hardest", c.Hardest),
		Tag: link("tag", c.Tag), File: link("file", c.File),
	}
}

// Misplaced are the errors of parameters that have no field in the form.
func (d collectionData) Misplaced() []parameterError {
	return slices.DeleteFunc(slices.Clone(d.Wrong),
		func(e parameterError) bool { return e.Name != "after" && !slices.Contains(hiddenNames, e.Name) })
}

// chartShown is the number of values that a chart shows at once. The others are folded.
const chartShown = 5

const hardestTitle, levelTitle = "Hardest technique", "Level"

// chart is a list of counts, drawn as links with bars.
type chart struct {
	Title       string
	Shown, More bars
}

// bars are values of a chart.
type bars struct {
	Values     []facet
	Largest    int  // the largest count of the chart
	Techniques bool // the values are names of techniques
	Levels     bool
}

// Charts are the charts above the list. A chart without values is left out.
func (d collectionData) Charts() (list []chart) {
	for _, c := range []struct {
		title  string
		values []facet
	}{
		{levelTitle, d.Facets.Level}, {"Board", d.Facets.Variant}, {"Status", d.Facets.Status}, {"Tag", d.Facets.Tag},
		{"Source", d.Facets.File}, {hardestTitle, d.Facets.Hardest},
	} {
		if len(c.values) == 0 {
			continue
		}
		shown := min(len(c.values), chartShown)
		if len(c.values) == shown+1 {
			shown++ // a fold for one value takes more space than the value
		}
		largest := 0
		for _, v := range c.values {
			largest = max(largest, v.Count)
		}
		all := bars{nil, largest, c.title == hardestTitle, c.title == levelTitle}
		both := chart{c.title, all, all}
		both.Shown.Values, both.More.Values = c.values[:shown], c.values[shown:]
		list = append(list, both)
	}
	return list
}

// formField is a field of the form, with its value and its error.
type formField struct {
	Name, Title, Value, Error string
	Values                    []string // to choose from, nil for any number or text
	Techniques                bool     // the values are names of techniques
}

func (d collectionData) field(name, title string, values []string) formField {
	return formField{Name: name, Title: title, Value: d.Form.Get(name), Error: d.Errors[name], Values: values}
}

// Choices are the fields with a list of values. If the list lacks the value of the field, because
// the value is wrong or no selected puzzle has it, the value is added, so that the form keeps it.
func (d collectionData) Choices() []formField {
	names := func(list []facet) (names []string) {
		for _, v := range list {
			names = append(names, v.Value)
		}
		return names
	}
	list := []formField{
		d.field("level", levelTitle, catalogue.LevelNames()), d.field("status", "Status", store.Statuses[:]),
		d.field("hardest", hardestTitle, d.Techniques),
		d.field("variant", "Board", names(d.Facets.Variant)), d.field("technique", "Technique used", d.Techniques),
		d.field("tag", "Tag", names(d.Facets.Tag)), d.field("file", "Source", names(d.Facets.File)),
	}
	for i := range list {
		c := &list[i]
		c.Techniques = c.Name == "hardest" || c.Name == "technique"
		if c.Value != "" && !slices.Contains(c.Values, c.Value) {
			c.Values = append(slices.Clone(c.Values), c.Value)
		}
	}
	return slices.DeleteFunc(list, func(c formField) bool { return len(c.Values) == 0 })
}

// numberRange is a part of the form with the fields for the ends of a range of numbers.
type numberRange struct {
	Title  string
	Fields []formField
}

// Ranges are the ranges of numbers that the form has.
func (d collectionData) Ranges() (list []numberRange) {
	for _, title := range []string{"Score", "Clues"} {
		name := strings.ToLower(title)
		list = append(list, numberRange{title,
			[]formField{d.field(name+"_min", "from", nil), d.field(name+"_max", "to", nil)}})
	}
	return list
}

// SourcePart is the field for a part of the source.
func (d collectionData) SourcePart() formField { return d.field("source", "Source contains", nil) }
