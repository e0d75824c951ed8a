package endtoend

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// damages are ways to spoil a file, by name. page is the size of its pages.
var damages = map[string]func(rng *rand.Rand, b []byte, page int) []byte{
	"a byte": func(rng *rand.Rand, b []byte, _ int) []byte { return flip(rng, b, 0, len(b)) },
	"many bytes": func(rng *rand.Rand, b []byte, _ int) []byte {
		for range 64 {
			flip(rng, b, 0, len(b))
		}
		return b
	},
	"the header":         func(rng *rand.Rand, b []byte, _ int) []byte { return flip(rng, b, 0, 100) },
	"the schema":         func(rng *rand.Rand, b []byte, page int) []byte { return flip(rng, b, 100, page) },
	"the head of a page": func(rng *rand.Rand, b []byte, page int) []byte { flip(rng, pageAt(rng, b, page), 0, 12); return b },
	"a page zeroed":      func(rng *rand.Rand, b []byte, page int) []byte { clear(pageAt(rng, b, page)); return b },
	"a page over another": func(rng *rand.Rand, b []byte, page int) []byte {
		copy(pageAt(rng, b, page), pageAt(rng, b, page))
		return b
	},
	"cut off": func(rng *rand.Rand, b []byte, _ int) []byte { return b[:1+rng.IntN(len(b)-1)] },
}

// flip changes a byte between two places.
func flip(rng *rand.Rand, b []byte, from, to int) []byte {
	b[from+rng.IntN(to-from)] ^= byte(1 + rng.IntN(255))
	return b
}

// pageAt returns any page.
func pageAt(rng *rand.Rand, b []byte, page int) []byte {
	n := rng.IntN(len(b) / page)
	return b[n*page : (n+1)*page]
}

// TestVerifyDamagedFiles damages copies of a file. verify must refuse, with one line, every copy that SQLite calls
// damaged.
func TestVerifyDamagedFiles(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	sound, err := os.ReadFile(soundDatabase(t, "full"))
	gridtest.Must(t, err)
	page := int(binary.BigEndian.Uint16(sound[16:]))
	rng := rand.New(rand.NewPCG(12, 5))
	dir := t.TempDir()
	damaged := 0
	for _, name := range slices.Sorted(maps.Keys(damages)) {
		for i := range gridtest.Size(1, 5) {
			path := filepath.Join(dir, fmt.Sprintf("%s %d.db", name, i))
			gridtest.Must(t, os.WriteFile(path, damages[name](rng, append([]byte{}, sound...), page), 0o666))
			whole := wholeToSQLite(t, path)
			if !whole {
				damaged++
			}
			r := clitest.Call(t.Context(), nil, "verify", "--db", path)
			switch {
			case r.Code == usage.ExitDone && !whole:
				t.Errorf("%s, copy %d: verify calls it whole, SQLite does not", name, i)
			case r.Code == usage.ExitDone:
			case r.Code != usage.ExitError || r.Stdout != "" || strings.Count(r.Stderr, "\n") != 1 ||
				!strings.HasPrefix(r.Stderr, "setdoku: "):
				t.Errorf("%s, copy %d: exit code %d, output %q, standard error\n%.1000s\nwant 1, nothing and one line",
					name, i, r.Code, r.Stdout, r.Stderr)
			}
		}
	}
	if damaged < gridtest.Size(4, 25) {
		t.Errorf("SQLite calls %d copies damaged, want most", damaged)
	}
}

// wholeToSQLite reports whether SQLite finds nothing wrong with a file.
func wholeToSQLite(t *testing.T, path string) bool {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+strings.ReplaceAll(path, " ", "%20")+"?mode=ro")
	gridtest.Must(t, err)
	defer db.Close()
	var said, table string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&said); err != nil || said != "ok" {
		return false
	}
	return db.QueryRow(`SELECT "table" FROM PRAGMA_FOREIGN_KEY_CHECK`).Scan(&table) == sql.ErrNoRows
}
