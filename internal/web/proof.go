package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"

	"setdoku"
	"setdoku/internal/proof"
	"setdoku/internal/web/site"
)

// proofFile returns the handler that sends one of the three files of a proof: cnf, lrat or tsv. A proof is made in less
// time than a client takes to ask for the next file, so it is not cached.
func (s *Server) proofFile(kind string) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := puzzleID(r)
		if err != nil {
			return err
		}
		path, err := s.path(r.Context(), id)
		var b bytes.Buffer
		if err == nil {
			files := proof.Files{CNF: io.Discard, LRAT: io.Discard, Lemmas: io.Discard}
			switch kind {
			case "cnf":
				files.CNF = &b
			case "lrat":
				files.LRAT = &b
			default:
				files.Lemmas = &b
			}
			_, err = files.Write(r.Context(), path)
		}
		if errors.Is(err, proof.ErrNotImplied) || errors.Is(err, proof.ErrNothing) ||
			errors.Is(err, setdoku.ErrPathIncomplete) {
			return site.Problemf(http.StatusConflict, "there is no proof: %v", err)
		}
		if err != nil {
			return err
		}
		return site.WriteFile(w, "text/plain; charset=utf-8", fmt.Sprintf("puzzle-%d.%s", id, kind), b.Bytes())
	}
}
