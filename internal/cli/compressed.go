package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"

	"github.com/klauspost/compress/zstd"
)

// The first bytes of compressed files.
var (
	gzipBegin = []byte{0x1f, 0x8b}
	zstdBegin = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// plain reads a text that may be compressed by gzip or zstd. It looks at the first bytes at the first Read, so that
// nothing waits for standard input before.
type plain struct {
	from io.Reader
	text io.Reader // nil before the first Read
}

// Read reads the text.
func (p *plain) Read(b []byte) (int, error) {
	if p.text == nil {
		in := bufio.NewReader(p.from)
		begin, _ := in.Peek(len(zstdBegin)) // the text has the error
		var err error
		switch {
		case bytes.HasPrefix(begin, gzipBegin):
			p.text, err = gzip.NewReader(in)
		case bytes.HasPrefix(begin, zstdBegin):
			p.text, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1)) // without goroutines to end
		default:
			p.text = in
		}
		if err != nil {
			p.text = nil
			return 0, err
		}
	}
	return p.text.Read(b)
}
