package web

import (
	"fmt"
	"math"
	"strings"
)

// jsonValue returns a value of a row as JSON can have it: blobs in hexadecimal digits, infinities as null.
func jsonValue(v any) any {
	switch v := v.(type) {
	case []byte:
		return fmt.Sprintf("%X", v)
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
	}
	return v
}

// valueText returns a value of a row as text, "" for NULL.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case *string:
		if v == nil {
			return ""
		}
		return *v
	case []string:
		return strings.Join(v, ",")
	case []byte:
		return fmt.Sprintf("%X", v)
	}
	return fmt.Sprint(v)
}

// mostShown is the number of characters of a value that a page shows. CSV and JSON have all.
const mostShown = 2000

// shownValue returns a value of a row as a page shows it.
func shownValue(v any) string {
	text := strings.ToValidUTF8(valueText(v), "\ufffd")
	if len(text) <= mostShown {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:mostShown], ""), len(text))
}
