// The command hints answers with the next hint for the puzzle of a request, as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"

	"setdoku/solver"
)

func hint(w http.ResponseWriter, r *http.Request) {
	puzzle, err := solver.ParseState(r.FormValue("puzzle"), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	h, err := solver.Next(r.Context(), puzzle, solver.Options{Without: []string{"uniqueness"}})
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(h)
}

func main() {
	// A server would call http.ListenAndServe(":8080", http.HandlerFunc(hint)).
	for _, puzzle := range []string{
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
		"417369825632158947958724316825437169791586432346912758289643571573291684164875293",
		"4.4",
	} {
		answer := httptest.NewRecorder()
		hint(answer, httptest.NewRequest("GET", "/?puzzle="+url.QueryEscape(puzzle), nil))
		fmt.Print(answer.Code, " ", answer.Body)
	}
}
