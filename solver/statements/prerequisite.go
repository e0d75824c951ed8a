package statements

import (
	"context"
	"regexp"
	"slices"

	"setdoku/internal/catalogue"
	sqlfiles "setdoku/sql"
)

// placeMask is the relation whose file stands in another folder.
const placeMask = "place_mask"

// relations returns the names of the relations in sql/relation, each after those that it reads. They may also read
// place_mask.
func relations() []string {
	return []string{
		"pencil_mark", "placed_cell", "bivalue_cell", "conjugate_pair", "strong_link", "link_end", "linked_pair",
		"unit_cell", "unit_third",
		"almost_locked_set", "als_digit", "als_place", "junior_exocet",
	}
}

// relationFile returns the file that fills a relation.
func relationFile(name string) string {
	if name == placeMask {
		return "driver/build_place_mask"
	}
	return "relation/" + name
}

// relationSet is a set of relations by name.
type relationSet map[string]bool

// listRelations returns the relations that a technique reads, directly or through another relation, in the order of
// relations. A technique reads the relations that its statements name, also those that it shares with other files.
func listRelations(t catalogue.Technique) ([]string, error) {
	file := t.Text
	if file == "" {
		s, err := catalogue.FindFile(t.File)
		if err != nil {
			return nil, err
		}
		file = s.Text
	}
	code, err := Parse(file)
	if err != nil {
		return nil, err
	}
	text := ""
	for _, stmt := range code {
		text += stmt.Text + "\n"
	}
	reads := make(map[string]bool)
	list := append([]string{placeMask}, relations()...)
	for _, r := range slices.Backward(list) {
		if !regexp.MustCompile(`(?i)\b` + r + `\b`).MatchString(text) {
			continue
		}
		reads[r] = true
		definition, err := sqlfiles.Text(relationFile(r))
		if err != nil {
			return nil, err
		}
		text += definition
	}
	return slices.DeleteFunc(list, func(r string) bool { return !reads[r] }), nil
}

// provide fills the relations that a technique reads for the puzzles of the pass, unless they are filled. All puzzles
// that wait for a technique have waited for the first technique of the sweep, so what an earlier technique of the sweep
// has filled serves the later ones. Hypotheses take the place of the real puzzles; solveHypotheses forgets what was
// filled.
func (d *Driver) provide(ctx context.Context, t catalogue.Technique) error {
	reads, known := d.reads[t.File]
	if !known {
		var err error
		if reads, err = listRelations(t); err != nil {
			return err
		}
		d.reads[t.File] = reads
	}
	for _, r := range reads {
		if d.built[r] {
			continue
		}
		if _, err := d.run(ctx, relationFile(r)); err != nil {
			return err
		}
		if d.built == nil {
			d.built = make(relationSet)
		}
		d.built[r] = true
	}
	return nil
}
