package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// outputFlags are --format and --output of a command that writes a file.
type outputFlags struct {
	format  string
	out     string   // a file, "" for standard output
	formats []string // that the command writes; the first is the default
}

// addOutput adds the flags to a command that writes these formats.
func (o *outputFlags) addOutput(cmd *cobra.Command, formats ...string) {
	o.formats = formats
	choiceFlag(cmd, &o.format, "format", formats[0],
		"`FORMAT` to write: "+strings.Join(formats, ", ")+"; else as the name of --output ends", formats...)
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "write to `FILE` instead of standard output")
}

// resolve decides the format: --format names it, or else the ending of the file. It returns a usage error for a name
// that ends like a format that the command does not write, and for binary output on a terminal.
func (o *outputFlags) resolve(a *app, cmd *cobra.Command) error {
	if o.out == "-" {
		o.out = ""
	}
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(o.out), "."))
	if ending != "" && !cmd.Flags().Changed("format") && !(ending == "json" && wantsJSON(cmd)) {
		named := formatsForEnding(ending)
		writes := func(format string) bool { return slices.Contains(o.formats, format) }
		if i := slices.IndexFunc(named, writes); i >= 0 {
			o.format = named[i]
		} else if known := slices.Concat(formatNames(), explainFormats, pictureFormats); slices.ContainsFunc(named,
			func(format string) bool {
				return slices.Contains(known, format)
			}) {
			return usageErrorf("%s: --output %s ends with .%s, which is none of its formats: name the file "+
				"otherwise, or the format with --format, want %s",
				CommandName(cmd), o.out, ending, alternatives(o.formats))
		}
	}
	if o.out == "" {
		return a.refuseBinary(cmd, o.format)
	}
	return nil
}

// wantsJSON reports whether the command is called with --json.
func wantsJSON(cmd *cobra.Command) bool {
	f := cmd.Flags().Lookup("json")
	return f != nil && f.Value.String() == "true"
}

// pictureFormats are the formats of pictures, which other flags ask for.
var pictureFormats = []string{"svg", "png"}

// formatsForEnding returns the formats of files with an ending: the one with that name, unless the ending is that of
// others.
func formatsForEnding(ending string) []string {
	switch ending {
	case "html", "htm":
		return []string{"html", printed}
	case "md":
		return []string{"markdown"}
	case "xml":
		return []string{"opensudoku"}
	case "json":
		return []string{datasette}
	}
	return []string{ending}
}

// refuseBinary returns a usage error for a binary format if standard output is a terminal.
func (a *app) refuseBinary(cmd *cobra.Command, format string) error {
	if slices.Contains([]string{printedPDF, "png"}, format) && isTerminal(a.Out) {
		return usageErrorf("%s: %s is binary, and standard output is a terminal: name a file", CommandName(cmd),
			strings.ToUpper(format))
	}
	return nil
}
