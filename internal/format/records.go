package format

import (
	"bufio"
	"encoding/csv"
	"io"
)

// Records writes records of CSV. A record of one empty field is two quotation marks, because readers skip an empty
// line.
type Records struct {
	*csv.Writer
	buffer *bufio.Writer // that of the writer
}

// NewRecords returns a writer of CSV on w.
func NewRecords(w io.Writer) Records {
	buffer := bufio.NewWriter(w)
	return Records{csv.NewWriter(buffer), buffer}
}

// Write writes a record.
func (r Records) Write(record []string) error {
	if len(record) == 1 && record[0] == "" {
		_, err := r.buffer.WriteString("\"\"\n")
		return err
	}
	return r.Writer.Write(record)
}
