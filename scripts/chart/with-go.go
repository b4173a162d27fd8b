// Renders the chart with Go's own templates and the functions of Sprig, as Helm does. Reads
// {"chart": folder, "dot": {…}} from its input and prints {"file": "text"}.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var input struct {
		Chart string
		Dot   map[string]interface{}
	}
	check(json.NewDecoder(os.Stdin).Decode(&input))
	all := template.New("chart")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, dot interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, dot)
		return out.String(), err
	}
	// JSON is YAML.
	functions["toYaml"] = func(value interface{}) (string, error) {
		out, err := json.Marshal(value)
		return string(out), err
	}
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(input.Chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, name, input.Dot))
		rendered[name] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	check(json.NewEncoder(os.Stdout).Encode(rendered))
}
