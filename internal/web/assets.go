package web

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// assetsPath is the path of all assets. Their version follows it, so that a script finds the scripts that it imports
// under the same version.
const assetsPath = "/assets/"

// assetsVersion returns a name for the contents of all assets, 12 hexadecimal digits.
func assetsVersion(files fs.FS) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(files, "assets", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, path)
		h.Write([]byte(path))
		h.Write(b)
		return err
	})
	return hex.EncodeToString(h.Sum(nil))[:12], err
}

// asset returns the address of an asset, such as base.css.
func (s *site) asset(name string) string { return assetsPath + s.version + "/" + name }

// assetKinds are the types of the assets. Those of package mime depend on the machine.
var assetKinds = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".webmanifest": "application/manifest+json",
}

// serveAsset answers with an asset. A browser may keep it for ever, because its address changes with its contents. The
// address with another version gets the asset as it is now, and the browser asks for it each time.
func (s *site) serveAsset(w http.ResponseWriter, r *http.Request) {
	version, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, assetsPath), "/")
	file, err := fs.ReadFile(s.Files, path.Join("assets", name))
	if err != nil {
		s.refuse(w, r, &Problem{http.StatusNotFound, "there is no file " + r.URL.Path})
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if version == s.version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Content-Type", assetKinds[path.Ext(name)])
	h.Set("Content-Length", strconv.Itoa(len(file)))
	_, _ = w.Write(file) // an error means that the client has disconnected
}
