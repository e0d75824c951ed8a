package store

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// A table of a file is a tree of pages. Reading the pages takes a tenth of the time of a SELECT. It gives the records
// in key order, and two files with the same values have the same records byte for byte, even if their pages are split
// differently. https://sqlite.org/fileformat2.html describes the pages. If a page is damaged or has a form that is
// not handled here, a SELECT is used instead.

// Kinds of pages, by their first byte.
const (
	interiorIndex = 2
	interiorTable = 5
	leafIndex     = 10
	leafTable     = 13
)

// pageTree holds pages of a file by number.
type pageTree map[int64][]byte

// errUnusual is the error for a page in a form that is not handled here.
var errUnusual = errors.New("pages of an unusual form")

// payloads returns the digests of the records of tables. roots are the numbers of their root pages.
func (s *Snapshot) payloads(ctx context.Context, roots []int64) ([]string, error) {
	pages := make(pageTree)
	seen := make(map[int64]bool)
	for wanted := roots; len(wanted) > 0; {
		if err := s.readPages(ctx, pages, wanted); err != nil {
			return nil, err
		}
		var next []int64
		for _, number := range wanted {
			children, err := pages.children(number)
			if err != nil {
				return nil, err
			}
			for _, child := range children {
				if seen[child] {
					return nil, errUnusual // the page has two parents
				}
				seen[child] = true
				next = append(next, child)
			}
		}
		wanted = next
	}
	list := make([]string, len(roots))
	text := make([]byte, 0, 1<<18)
	for i, root := range roots {
		var err error
		if text, err = pages.records(text[:0], root); err != nil {
			return nil, err
		}
		list[i] = digestOf(text)
	}
	return list, nil
}

// readPages adds pages to a tree.
func (s *Snapshot) readPages(ctx context.Context, tree pageTree, numbers []int64) error {
	list, err := json.Marshal(numbers)
	if err != nil {
		return err
	}
	const query = `SELECT pgno, data FROM sqlite_dbpage WHERE pgno IN (SELECT value FROM JSON_EACH(?))`
	err = s.each(ctx, query, []any{string(list)}, func(row []driver.Value) error {
		number, _ := row[0].(int64)
		page, _ := row[1].([]byte)
		if number <= 1 || len(page) < 512 {
			return errUnusual
		}
		tree[number] = page
		return nil
	})
	if err != nil && !errors.Is(err, errUnusual) {
		return fmt.Errorf("read pages: %w", err)
	}
	return err
}

// cells returns a page, its kind and the offsets of its cells in key order.
func (t pageTree) cells(number int64) (page []byte, kind byte, starts []byte, err error) {
	page = t[number]
	if page == nil {
		return nil, 0, nil, errUnusual
	}
	header := 8
	kind = page[0]
	switch kind {
	case interiorIndex, interiorTable:
		header = 12
	case leafIndex, leafTable:
	default:
		return nil, 0, nil, errUnusual
	}
	end := header + 2*int(binary.BigEndian.Uint16(page[3:]))
	if end > len(page) {
		return nil, 0, nil, errUnusual
	}
	return page, kind, page[header:end], nil
}

// children returns the numbers of the pages below a page, none for a leaf.
func (t pageTree) children(number int64) (list []int64, err error) {
	page, kind, starts, err := t.cells(number)
	if err != nil || kind == leafIndex || kind == leafTable {
		return nil, err
	}
	for ; len(starts) > 0; starts = starts[2:] {
		at := int(binary.BigEndian.Uint16(starts))
		if at+4 > len(page) {
			return nil, errUnusual
		}
		list = append(list, int64(binary.BigEndian.Uint32(page[at:])))
	}
	return append(list, int64(binary.BigEndian.Uint32(page[8:]))), nil
}

// records appends the records below a page in key order. Each record has its size before it and, in a table with row
// ids, the row id, which is the key.
func (t pageTree) records(text []byte, number int64) ([]byte, error) {
	page, kind, starts, err := t.cells(number)
	if err != nil {
		return nil, err
	}
	for ; len(starts) > 0; starts = starts[2:] {
		at := int(binary.BigEndian.Uint16(starts))
		if kind == interiorIndex || kind == interiorTable {
			if at+4 > len(page) {
				return nil, errUnusual
			}
			if text, err = t.records(text, int64(binary.BigEndian.Uint32(page[at:]))); err != nil {
				return nil, err
			}
			at += 4
		}
		if kind == interiorTable {
			continue // the page holds row ids only
		}
		size, start := varint(page, at)
		if kind == leafTable {
			row := start
			if _, start = varint(page, row); start == row {
				return nil, errUnusual
			}
			text = append(text, page[row:start]...)
		}
		// A record larger than about a quarter of a page may continue on another page.
		if size < 0 || size > len(page)/5 || start+size > len(page) {
			return nil, errUnusual
		}
		text = append(text, byte(size), byte(size>>8))
		text = append(text, page[start:start+size]...)
	}
	if kind == interiorIndex || kind == interiorTable {
		return t.records(text, int64(binary.BigEndian.Uint32(page[8:])))
	}
	return text, nil
}

// varint reads a number of one to four bytes and returns it with the offset after it. The offset is -1 if there is no
// such number.
func varint(page []byte, at int) (n, end int) {
	for end = at; end < len(page) && end < at+4; end++ {
		n = n<<7 | int(page[end]&0x7f)
		if page[end] < 0x80 {
			return n, end + 1
		}
	}
	return -1, at
}
