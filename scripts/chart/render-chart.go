// Renders the chart with Go's own templates and the functions of Sprig, as Helm does. Reads
// {"chart": folder, "dot": {…}} from the named file and prints {"file": "text"}.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
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
	source, err := os.Open(os.Args[1])
	check(err)
	check(json.NewDecoder(source).Decode(&input))
	all := template.New("chart")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, dot interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, dot)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		out, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(out), "\n"), err
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
