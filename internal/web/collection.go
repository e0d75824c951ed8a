package web

import (
	"net/http"
	"net/url"
	"slices"

	"setdoku/store"
)

// collectionData is what the page of the collection shows.
type collectionData struct {
	Filter     filter
	Form       url.Values        // what the fields of the form have, also if it is wrong
	Wrong      []parameterError  // the parameters with wrong values; then there are no puzzles
	Errors     map[string]string // by the name of the parameter
	Conditions []conditionLink
	Headings   []heading
	Rows       []collectionRow
	Next       string // address of the next page, "" at the end
	FirstPage  string // address of the first page, "" if this is it
	Facets     facets
	Statement  string
	Levels     []string
	Statuses   []string
	Techniques []string
	Hidden     []hiddenField
	CSV, JSON  string
	Empty      bool   // the database has no puzzle
	Database   string // for the commands that fill it
	ReadOnly   string // see layout
}

// hiddenField is a parameter of the filter that has no field in the form.
type hiddenField struct{ Name, Value string }

// formFields are the parameters that have a field in the form.
var formFields = []string{
	"level", "status", "hardest", "technique", "score_min", "score_max", "clues_min", "clues_max", "tag", "file", "source",
}

// collection answers with the page of all puzzles.
func (s *Server) collection(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	f, wrong := s.readFilter(asked)
	d := collectionData{
		Filter: f, Form: asked, Wrong: wrong, Errors: map[string]string{}, Levels: levels, Statuses: store.Statuses[:],
		Techniques: techniqueNames(s.catalogue), Database: s.read.Path(), ReadOnly: s.because,
	}
	for _, name := range []string{"run", "sort", "limit"} {
		if value := f.values().Get(name); value != "" {
			d.Hidden = append(d.Hidden, hiddenField{name, value})
		}
	}
	if len(wrong) > 0 {
		for _, e := range wrong {
			d.Errors[e.Name] = "want " + e.Want
		}
		return s.render(w, r, http.StatusBadRequest, "collection", "Puzzles", d)
	}
	if err := s.fillCollection(r, &d); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, "collection", "Puzzles", d)
}

// fillCollection reads the puzzles of the page and the counts of all that the filter selects.
func (s *Server) fillCollection(r *http.Request, d *collectionData) (err error) {
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
	d.Headings = headings(f)
	d.Empty = len(d.Rows) == 0 && len(d.Conditions) == 0 && f.After == ""
	if f.After != "" {
		d.FirstPage = f.with("/", "", "")
	}
	if next != "" {
		d.Next = f.with("/", "after", next)
	}
	d.CSV, d.JSON = f.with("/api/puzzles.csv", "limit", ""), f.with("/api/puzzles.json", "limit", "")
	return nil
}

// linked returns the counts with links that filter the collection by each value, or that take the value away.
func (c *facets) linked(f filter) facets {
	now := f.values()
	link := func(name string, list []facet) []facet {
		list = slices.Clone(list)
		for i := range list {
			v := &list[i]
			if v.On = v.Value == now.Get(name); v.On {
				v.Link = f.with("/", name, "")
			} else {
				v.Link = f.with("/", name, v.Value)
			}
		}
		return list
	}
	return facets{
		Total: c.Total, Status: link("status", c.Status), Level: link("level", c.Level), Hardest: link("hardest", c.Hardest),
		Tag: link("tag", c.Tag), File: link("file", c.File),
	}
}

// Misplaced are the errors of parameters that have no field in the form.
func (d collectionData) Misplaced() []parameterError {
	return slices.DeleteFunc(slices.Clone(d.Wrong), func(e parameterError) bool { return slices.Contains(formFields, e.Name) })
}

// chartShown is the number of values that a chart shows at once. The others are folded.
const chartShown = 8

const hardestTitle = "Hardest technique"

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
}

// Charts are the charts beside the list. A chart without values is left out.
func (d collectionData) Charts() (list []chart) {
	for _, c := range []struct {
		title  string
		values []facet
	}{
		{"Level", d.Facets.Level}, {"Status", d.Facets.Status}, {"Tag", d.Facets.Tag}, {"Source", d.Facets.File}, {hardestTitle, d.Facets.Hardest},
	} {
		if len(c.values) == 0 {
			continue
		}
		shown := min(len(c.values), chartShown)
		if len(c.values) == shown+1 {
			shown++ // a fold for one value takes more room than the value
		}
		largest := 0
		for _, v := range c.values {
			largest = max(largest, v.Count)
		}
		techniques := c.title == hardestTitle
		list = append(list, chart{c.title, bars{c.values[:shown], largest, techniques}, bars{c.values[shown:], largest, techniques}})
	}
	return list
}

// choice is a field of the form with a list of values.
type choice struct {
	Name, Title, Value, Error string
	Values                    []string
	Techniques                bool // the values are names of techniques
}

// Choices are the fields with a list of values. If the value of a field is not in its list, because it is wrong or no selected
// puzzle has it, it is added, so that the form has what was asked for.
func (d collectionData) Choices() []choice {
	names := func(list []facet) (names []string) {
		for _, v := range list {
			names = append(names, v.Value)
		}
		return names
	}
	list := []choice{
		{Name: "level", Title: "Level", Values: d.Levels},
		{Name: "status", Title: "Status", Values: d.Statuses},
		{Name: "hardest", Title: hardestTitle, Values: d.Techniques, Techniques: true},
		{Name: "technique", Title: "Technique used", Values: d.Techniques, Techniques: true},
		{Name: "tag", Title: "Tag", Values: names(d.Facets.Tag)},
		{Name: "file", Title: "Source", Values: names(d.Facets.File)},
	}
	for i := range list {
		c := &list[i]
		c.Value, c.Error = d.Form.Get(c.Name), d.Errors[c.Name]
		if c.Value != "" && !slices.Contains(c.Values, c.Value) {
			c.Values = append(slices.Clone(c.Values), c.Value)
		}
	}
	return slices.DeleteFunc(list, func(c choice) bool { return len(c.Values) == 0 })
}

// textField is a field of the form for a number or a text.
type textField struct{ Name, Label, Value, Error string }

// field returns a text field with its value and its error.
func (d collectionData) field(name, label string) textField {
	return textField{name, label, d.Form.Get(name), d.Errors[name]}
}

// numberRange is a part of the form with the fields for the ends of a range of numbers.
type numberRange struct {
	Title  string
	Fields []textField
}

// Ranges are the ranges of numbers that the form has.
func (d collectionData) Ranges() []numberRange {
	return []numberRange{
		{"Score", []textField{d.field("score_min", "from"), d.field("score_max", "to")}},
		{"Clues", []textField{d.field("clues_min", "from"), d.field("clues_max", "to")}},
	}
}

// SourcePart is the field for a part of the source.
func (d collectionData) SourcePart() textField { return d.field("source", "Source contains") }
