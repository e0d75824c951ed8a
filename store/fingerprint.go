package store

import (
	"crypto/md5"
	"crypto/sha256"
	"database/sql/driver"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// fingerprintText describes the reference tables of a new database. With it no process must create a database to compare with.
// TestFingerprint writes it.
//
//go:embed fingerprint.txt
var fingerprintText string

// referenceTable is a table that the migrations fill. Nothing changes it afterwards.
type referenceTable struct {
	name    string
	columns []referenceColumn // by name
	rows    int64
	sum     int64 // of the values, independent of the order of rows
}

type referenceColumn struct {
	name string
	kind string // "", text, or big for an integer that may need more than 31 bits
}

// referenceTables parses fingerprintText: a line has a table, its columns, the number of its rows and their sum.
var referenceTables = sync.OnceValues(func() (tables []referenceTable, err error) {
	for line := range strings.Lines(fingerprintText) {
		var t referenceTable
		var columns string
		if _, err := fmt.Sscan(line, &t.name, &columns, &t.rows, &t.sum); err != nil {
			return nil, fmt.Errorf("fingerprint.txt, %q: %w", line, err)
		}
		for c := range strings.SplitSeq(columns, ",") {
			name, kind, _ := strings.Cut(c, ":")
			t.columns = append(t.columns, referenceColumn{name, kind})
		}
		tables = append(tables, t)
	}
	return tables, nil
})

// digestOf returns a digest of 16 characters.
func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// The sum of a reference table is the sum of one number for each row. Go and the SQL of a server compute the same.
// The number of a row is the square of a weighted sum of its values, each column having a factor of its own. Squaring
// makes the sum change when two rows exchange a value.

// sumModulus is a prime below 2^31. Its square fits into 64 bits.
const sumModulus = 2147483629

// nullValue is the number for NULL.
const nullValue = -1

// factorOf returns the factor of column i.
func factorOf(i int) int64 {
	factors := [...]int64{1000003, 1000033, 1000037, 1000039, 1000081, 1000099, 1000117, 1000121, 1000133, 1000151, 1000159}
	return factors[i%len(factors)]
}

// rowNumber returns the number of a row. Values are int64, string or nil.
func rowNumber(row []driver.Value) (int64, error) {
	x := int64(0)
	for i, value := range row {
		n := int64(nullValue)
		switch v := value.(type) {
		case nil:
		case int64:
			n = v
		case string:
			n = textNumber(v)
		default:
			return 0, fmt.Errorf("value %d of a row is a %T", i+1, value)
		}
		x += n % sumModulus * factorOf(i)
	}
	x %= sumModulus
	return x * x % sumModulus, nil
}

// textNumber returns a 28-bit hash of a text.
func textNumber(s string) int64 {
	sum := md5.Sum([]byte(s))
	return int64(binary.BigEndian.Uint32(sum[:4]) >> 4)
}

// hasText reports whether a column of the table is a text. SQLite has no function that hashes texts.
func (t *referenceTable) hasText() bool {
	return slices.ContainsFunc(t.columns, func(c referenceColumn) bool { return c.kind == "text" })
}

// sumQuery returns the query that computes the number of rows of a table and their sum in the database. The query
// skips remainders that do not change the result modulo sumModulus.
func (t *referenceTable) sumQuery() string {
	terms := make([]string, len(t.columns))
	for i, c := range t.columns {
		value := "t." + c.name
		switch c.kind {
		case "text":
			value = "CAST(CAST('x' || SUBSTR(MD5(" + value + "), 1, 7) AS BIT(28)) AS INTEGER)"
		case "big":
			value += fmt.Sprintf(" %% CAST(%d AS BIGINT)", sumModulus)
		}
		terms[i] = fmt.Sprintf("COALESCE(%s, %d) * CAST(%d AS BIGINT)", value, nullValue, factorOf(i))
	}
	// Without OFFSET the database would inline the expression and compute it twice.
	return fmt.Sprintf(`SELECT COUNT(*) AS found, CAST(COALESCE(SUM(x.n * x.n %% %d), 0) AS BIGINT) AS total
		FROM (SELECT (%s) %% %d AS n FROM %s AS t%s LIMIT 1000000000 OFFSET 0) AS x`,
		sumModulus, strings.Join(terms, " + "), sumModulus, t.name, t.ofMigrations())
}

// ofMigrations returns the WHERE clause that skips rows that users have added to a reference table, "" if they
// cannot.
func (t *referenceTable) ofMigrations() string {
	switch t.name {
	case "technique":
		return " WHERE t.family <> 'user' AND t.name NOT LIKE '%:%'"
	case "pattern_field", "pattern_part":
		return " WHERE t.technique NOT IN (SELECT o.name FROM technique AS o WHERE o.family = 'user')"
	}
	return ""
}
