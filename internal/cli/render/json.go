package render

import (
	"encoding/json"
	"io"
)

// JSON returns an encoder that writes one JSON value a line and does not escape < and >.
func JSON(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
