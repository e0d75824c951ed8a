package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"

	"setdoku"
	"setdoku/solver"
)

// proofFile returns the handler that sends one of the three files of a proof: cnf, lrat or tsv. A proof is made in less
// time than a client takes to ask for the next file, so it is not cached.
func (s *Server) proofFile(kind string) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := puzzleID(r)
		if err != nil {
			return err
		}
		path, err := s.path(r.Context(), id)
		var b bytes.Buffer
		if err == nil {
			to := map[string]io.Writer{"cnf": io.Discard, "lrat": io.Discard, "tsv": io.Discard, kind: &b}
			_, err = solver.WriteProof(r.Context(), path, to["cnf"], to["lrat"], to["tsv"])
		}
		if errors.Is(err, solver.ErrNotImplied) || errors.Is(err, solver.ErrNothingToProve) ||
			errors.Is(err, setdoku.ErrPathIncomplete) {
			return problemf(http.StatusConflict, "there is no proof: %v", err)
		}
		if err != nil {
			return err
		}
		return writeFile(w, "text/plain; charset=utf-8", fmt.Sprintf("puzzle-%d.%s", id, kind), b.Bytes())
	}
}
