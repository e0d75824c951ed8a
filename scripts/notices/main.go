// Command notices prints NOTICES: the licenses of the modules that the programs of scripts/release contain.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// notLinked are files of licenses for what the program does not contain. What LICENSE-3RD-PARTY.md of
// modernc.org/sqlite lists as linked is in the list of modules, in LICENSE-SQLITE, or in LICENSE-3RD-PARTY.md of
// modernc.org/libc.
var notLinked = []string{
	"modernc.org/memory/LICENSE-LOGO", "modernc.org/sqlite/LICENSE-SQLITE_VEC",
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md",
}

// elsewhere are files of licenses that the LICENSE of a module names, one of them to choose.
var elsewhere = map[string]string{"github.com/golang/freetype": "licenses/ftl.txt"}

// module is a module that the program contains. The files of its licenses are relative to its folder.
type module struct {
	Path, Version, Dir string
	files              []string
}

func main() {
	list, err := linkedModules()
	if err != nil {
		log.Fatal(err)
	}
	text, err := notices(list)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
}

// linkedModules returns the modules with packages in the programs of scripts/release, sorted by path.
func linkedModules() (list []*module, err error) {
	script, err := os.ReadFile("scripts/release")
	if err != nil {
		return nil, err
	}
	platforms := regexp.MustCompile(`(?m)^platforms=\((.+)\)$`).FindStringSubmatch(string(script))
	if platforms == nil {
		return nil, errors.New("scripts/release has no line platforms=(...)")
	}
	byPath := make(map[string]*module)
	for _, platform := range strings.Fields(platforms[1]) {
		system, processor, _ := strings.Cut(platform, "/")
		env := []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0"}
		command := exec.Command("go", "list", "-deps", "-json=Dir,Module", "./cmd/setdoku")
		command.Env, command.Stderr = append(os.Environ(), env...), os.Stderr
		out, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", platform, err)
		}
		packages := json.NewDecoder(bytes.NewReader(out))
		for {
			var p struct {
				Dir    string
				Module *module
			}
			if err := packages.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Version == "" {
				continue // the standard library, and setdoku
			}
			if byPath[p.Module.Path] == nil {
				byPath[p.Module.Path] = p.Module
				list = append(list, p.Module)
			}
			if err := byPath[p.Module.Path].addLicenses(p.Dir); err != nil {
				return nil, err
			}
		}
	}
	for _, m := range list {
		if file := elsewhere[m.Path]; file != "" {
			m.files = append(m.files, file)
		}
		if len(m.files) == 0 {
			return nil, fmt.Errorf("%s %s has no file of a license", m.Path, m.Version)
		}
		slices.Sort(m.files)
		m.files = slices.Compact(m.files)
	}
	slices.SortFunc(list, func(a, b *module) int { return cmp.Compare(a.Path, b.Path) })
	return list, nil
}

// addLicenses adds the licenses in a folder of the module and in all folders above it.
func (m *module) addLicenses(folder string) error {
	for ; strings.HasPrefix(folder, m.Dir); folder = filepath.Dir(folder) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name, err := filepath.Rel(m.Dir, filepath.Join(folder, entry.Name()))
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			isLicense := !entry.IsDir() && licenseFile.MatchString(entry.Name())
			if isLicense && !slices.Contains(notLinked, m.Path+"/"+name) {
				m.files = append(m.files, name)
			}
		}
	}
	return nil
}

var licenseFile = regexp.MustCompile(`^(?i)(licen[sc]e|notice|copying|patents)([.-][^.]+)?(\.(md|txt))?$`)

// notices returns the text of NOTICES: each text of a license once, after the modules that have it.
func notices(list []*module) (string, error) {
	var texts []string
	of := make(map[string][]string)
	for _, m := range list {
		for _, file := range m.files {
			data, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(file)))
			if err != nil {
				return "", err
			}
			text := plain(string(data))
			if of[text] == nil {
				texts = append(texts, text)
			}
			of[text] = append(of[text], fmt.Sprintf("%s %s, %s", m.Path, m.Version, file))
			if m.Path == "golang.org/x/sys" {
				of[text] = append(of[text], "the runtime and the standard library of Go, "+file)
			}
		}
	}
	var b strings.Builder
	b.WriteString("The program setdoku contains the modules below. Each text is the license of the modules before it.\n" +
		"Portions of this software are copyright (c) 2010 The FreeType Project (www.freetype.org). All rights " +
		"reserved.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(of[text], "\n"), text)
	}
	return b.String(), nil
}

// plain returns a text without spaces at the ends of lines and empty lines at its ends. A license in Latin-1 has one
// character that is not ASCII.
func plain(text string) string {
	lines := strings.Split(strings.ToValidUTF8(text, "\u00a9"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
