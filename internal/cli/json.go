package cli

import (
	"encoding/json"
	"io"
)

// jsonLines returns an encoder that writes one JSON value a line and does not escape < and >.
func jsonLines(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
