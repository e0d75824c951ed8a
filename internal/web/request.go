package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"time"

	"setdoku"
)

// Limits of the bodies of requests, in bytes.
const (
	MaxBody = 16 << 20 // of a list of puzzles
	maxForm = 64 << 10 // of any other request
)

// bodyProblem returns the answer to an error of reading the body of a request, or of its contents.
func bodyProblem(err error) error {
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return err
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return problemf(http.StatusRequestTimeout, "the request did not arrive within %v", RequestLimit)
	}
	return problemf(http.StatusBadRequest, "%v", err)
}

// parseForm reads the form of a request.
func parseForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return bodyProblem(fmt.Errorf("the form cannot be read: %w", err))
	}
	return nil
}

// readJSON reads a request whose body is one JSON value without unknown members.
func readJSON(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
			return problemf(http.StatusBadRequest, "the body is not the expected JSON: %s: expected %s, found %s",
				cmp.Or(wrong.Field, "the body"), jsonType(wrong.Type), wrong.Value)
		}
		return bodyProblem(fmt.Errorf("the body is not the expected JSON: %w", err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return problemf(http.StatusBadRequest, "the body has more than one JSON value")
	}
	return nil
}

// jsonType names the JSON type that a Go type is read from.
func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonType(t.Elem())
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	}
	return "number"
}

// formNumber reads an integer of at least low from a form or an address. It returns missing if there is no value. A
// column of PostgreSQL cannot be compared with more than 32 bits.
func formNumber(values url.Values, name string, low, missing int) (int, error) {
	text := values.Get(name)
	if text == "" {
		return missing, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < int64(low) {
		return 0, problemf(http.StatusBadRequest, "%s=%q, want a number from %d", name, text, low)
	}
	return int(n), nil
}

// formCell returns the cell that an address marks, 0 for none.
func formCell(r *http.Request) (setdoku.Cell, error) {
	n, err := formNumber(r.URL.Query(), "cell", 11, 0)
	cell := setdoku.Cell(n)
	if err == nil && cell != 0 && !cell.Valid() {
		err = problemf(http.StatusBadRequest, "cell=%d, want row * 10 + column", cell)
	}
	return cell, err
}

// requestBody is the body of a request. It knows whether it was read.
type requestBody struct {
	io.ReadCloser
	read bool
}

func (b *requestBody) Read(p []byte) (int, error) {
	b.read = true
	return b.ReadCloser.Read(p)
}

// patientReader reads the rest of a request before it answers with an error. Most clients send the whole request before
// they read. If the server closed the connection meanwhile, they would see a reset connection instead of the answer.
type patientReader struct {
	http.ResponseWriter
	body    *requestBody
	expect  bool // the client sends its body when the server begins to read it
	refused func(status int)
}

// readWhole returns a writer that reads the rest of a request before it answers with an error, and the request to read
// from. The writer calls refused with the status of an error.
func readWhole(w http.ResponseWriter, r *http.Request, refused func(status int)) (http.ResponseWriter, *http.Request) {
	sent := &requestBody{ReadCloser: r.Body}
	w = &patientReader{ResponseWriter: w, body: sent, expect: r.Header.Get("Expect") != "", refused: refused}
	// package http looks at the body of its own request, to know whether the client waits to send it
	r = r.WithContext(r.Context())
	r.Body = sent
	return w, r
}

// WriteHeader reads the rest of the request for at most RequestLimit if the status is an error.
func (p *patientReader) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		p.refused(status)
	}
	if status >= http.StatusBadRequest && (p.body.read || !p.expect) {
		_ = http.NewResponseController(p.ResponseWriter).SetReadDeadline(time.Now().Add(RequestLimit))
		_, _ = io.Copy(io.Discard, p.body) // the answer is sent even if the request has no end
	}
	p.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer below, for http.ResponseController.
func (p *patientReader) Unwrap() http.ResponseWriter { return p.ResponseWriter }
