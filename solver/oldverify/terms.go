package verify

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// terms reduces the roles of a pattern to the few that verify reasons with: cell and base for truths; link, base,
// cell and weak for chains; set, followed by its cells, for an almost locked set; and rectangle. An open corner,
// or one of the floor, is also a cell. The error names a chain end that is not at the start or end of the chain.
func terms(rows []setdoku.Evidence) ([]setdoku.Evidence, error) {
	list := make([]setdoku.Evidence, 0, len(rows)+4)
	var corners []setdoku.Evidence
	last := "" // the role of the cells of the last set
	for k, r := range rows {
		as := func(role string) setdoku.Evidence {
			r.Role = role
			return r
		}
		switch role := r.Role; {
		case role == "start" && nodesBefore(rows, k), role == "end" && nodesAfter(rows, k):
			return nil, fmt.Errorf("row %d, role %s: it is not where the chain begins or ends", r.Ordinal, role)
		case role == "start", role == "end":
			list = append(list, as("link"))
		case role == "strong" && r.Cell != 0, asCell[role]:
			list = append(list, as("cell"))
		case role == "strong", role == "bridge":
			list = append(list, as("base"))
		case role == "floor", role == "open":
			list, corners = append(list, as("rectangle")), append(corners, as("cell"))
		case role == "roof", role == "filled":
			list = append(list, as("rectangle"))
		case len(role) == len("set_a") && strings.HasPrefix(role, "set_"):
			if role != last || k > 0 && rows[k-1].Role != role {
				list = append(list, setdoku.Evidence{Step: r.Step, Pattern: r.Pattern, Ordinal: r.Ordinal, Role: "set"})
			}
			last = role
			list = append(list, as("cell"))
		default:
			list = append(list, r)
		}
	}
	return append(list, corners...), nil
}

// asCell are the roles of cells that must hold one of their candidates.
var asCell = map[string]bool{"pivot": true, "pincer": true, "bivalue": true, "core": true, "line_part": true, "box_part": true}

// isNode reports whether a row is a node of a chain or a member of a group.
func isNode(r setdoku.Evidence) bool { return r.Role == "link" || r.Role == "start" || r.Role == "end" }

// nodesAfter reports whether another node follows the node of row k, which may have several rows.
func nodesAfter(rows []setdoku.Evidence, k int) bool {
	for k < len(rows) && isNode(rows[k]) {
		k++
	}
	return slices.ContainsFunc(rows[k:], isNode)
}

// nodesBefore reports whether another node precedes the node of row k.
func nodesBefore(rows []setdoku.Evidence, k int) bool {
	for k >= 0 && isNode(rows[k]) {
		k--
	}
	return slices.ContainsFunc(rows[:k+1], isNode)
}
