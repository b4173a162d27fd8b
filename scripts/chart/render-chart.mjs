// Renders our Helm chart without Helm, which Debian does not package. It reads the part of the
// template language that the chart uses and refuses the rest. `npm run test:deploy` compares the
// result with that of Go's own templates and the functions that Helm adds to them.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { FUNCTIONS, isEmpty } from './functions.mjs';
import { parseTemplate } from './parse-template.mjs';

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Values over those of the chart: objects are merged, everything else is replaced. */
export const mergeValues = (base, over) =>
  isObject(base) && isObject(over)
    ? Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(over)])].map((name) => [
          name,
          name in over ? mergeValues(base[name], over[name]) : base[name],
        ]),
      )
    : over;

const createRenderer = (defined) => {
  const lookUp = (path, { dot, variables }) => {
    const [first, ...names] = path.split('.');
    const start = first === '' ? dot : variables.get(first.slice(1));
    return names.filter(Boolean).reduce((value, name) => value?.[name], start);
  };
  const evaluate = (expression, scope) => {
    if ('value' in expression) return expression.value;
    if ('path' in expression) return lookUp(expression.path, scope);
    const args = expression.args.map((argument) => evaluate(argument, scope));
    if (expression.call === 'include') return include(...args);
    const run = FUNCTIONS[expression.call];
    if (!run) throw new Error(`the chart's renderer has no function ${expression.call}`);
    return run(...args);
  };
  const include = (name, dot) => render(defined.get(name), rootScope(dot));
  const rootScope = (dot) => ({ dot, variables: new Map([['', dot]]) });
  const inner = (scope, dot = scope.dot) => ({ dot, variables: new Map(scope.variables) });

  const renderNode = (node, scope) => {
    if (node.kind === 'text') return node.text;
    const value = evaluate(node.value, scope);
    if (node.kind === 'output') {
      for (const name of node.names) setVariable(scope, name, value);
      return node.names.length > 0 ? '' : String(value ?? '');
    }
    if (isEmpty(value)) return render(node.otherwise, inner(scope));
    if (node.kind === 'if') return render(node.body, scope);
    if (node.kind === 'with') return render(node.body, inner(scope, value));
    const entries = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries.map((entry) => renderItem(node, scope, entry)).join('');
  };
  const renderItem = ({ names, body }, scope, [key, value]) => {
    const own = inner(scope, value);
    const given = names.length === 2 ? [key, value] : [value];
    for (const [index, name] of names.entries()) own.variables.set(name, given[index]);
    return render(body, own);
  };
  // `if` has no scope of its own here: the chart sets variables in it.
  const setVariable = ({ variables }, name, value) => variables.set(name, value);
  const render = (nodes, scope) => nodes.map((node) => renderNode(node, scope)).join('');
  return (nodes, dot) => render(nodes, rootScope(dot));
};

/**
 * The manifests of a chart as text, by the names of their templates; empty ones are left out.
 *
 * @param values in place of those in values.yaml
 */
export const renderChart = async (chart, { name = 'dragoman', values = {} } = {}) => {
  const { version, appVersion } = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8'));
  const base = parse(await readFile(join(chart, 'values.yaml'), 'utf8'));
  const folder = join(chart, 'templates');
  const defined = new Map();
  const templates = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const nodes = parseTemplate(await readFile(join(folder, file), 'utf8'), defined);
    if (file.endsWith('.yaml')) templates.push({ file, nodes });
  }
  const render = createRenderer(defined);
  const dot = {
    Values: mergeValues(base, values),
    Release: { Name: name, Service: 'Helm' },
    Chart: { Name: 'dragoman', Version: version, AppVersion: appVersion },
  };
  return templates
    .map(({ file, nodes }) => ({ file, text: render(nodes, dot).trim() }))
    .filter(({ text }) => text !== '');
};
