// Reads the templates of our chart: a part of Go's text/template. What the chart does not use is
// refused, so that nothing is rendered differently from Helm without being noticed.

const ACTION =
  /\{\{(-?)\s*(?:\/\*[\s\S]*?\*\/|((?:"(?:\\.|[^"\\])*"|[^"}]|\}(?!\}))*?))\s*(-?)\}\}/g;
const TOKEN =
  /\s*(?:("(?:\\.|[^"\\])*")|(-?\d+)|(:=|=|[()|,])|(\$[\w]*(?:\.\w+)*|(?:\.\w+)+|\.)|(\w+))/y;

/** Text and actions in order; `{{-` and `-}}` remove the white space beside them. */
const splitActions = (source) => {
  const parts = [];
  let end = 0;
  let trimsNext = false;
  const addText = (text, trimsEnd) => {
    const started = trimsNext ? text.trimStart() : text;
    parts.push({ text: trimsEnd ? started.trimEnd() : started });
  };
  for (const match of source.matchAll(ACTION)) {
    const [whole, before, code, after] = match;
    addText(source.slice(end, match.index), before === '-');
    if (code) parts.push({ code });
    end = match.index + whole.length;
    trimsNext = after === '-';
  }
  addText(source.slice(end), false);
  return parts;
};

const tokensOf = (code) => {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < code.trimEnd().length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(code);
    if (!match) throw new Error(`the chart's renderer cannot read {{ ${code} }} at ${start}`);
    const [, string, number, sign, path, word] = match;
    if (string !== undefined) tokens.push({ value: JSON.parse(string) });
    else if (number !== undefined) tokens.push({ value: Number(number) });
    else if (sign !== undefined) tokens.push({ sign });
    else if (path !== undefined) tokens.push({ path });
    else if (word === 'true' || word === 'false') tokens.push({ value: word === 'true' });
    else tokens.push({ word });
  }
  return tokens;
};

/** `a b | c d` as nested calls, the piped value being the last argument. */
const parsePipeline = (tokens) => {
  let place = 0;
  const term = () => {
    const token = tokens[place++];
    if (token?.sign !== '(') return token;
    const inner = pipeline();
    if (tokens[place++]?.sign !== ')') throw new Error('a parenthesis is not closed');
    return inner;
  };
  const command = (piped) => {
    const terms = [];
    while (place < tokens.length && ![')', '|'].includes(tokens[place].sign)) terms.push(term());
    const [head, ...more] = terms;
    if (head?.word === undefined) {
      if (more.length > 0 || piped) throw new Error('only functions take arguments');
      return head;
    }
    return { call: head.word, args: piped ? [...more, piped] : more };
  };
  const pipeline = () => {
    let result = command();
    while (tokens[place]?.sign === '|') {
      place++;
      result = command(result);
    }
    return result;
  };
  const result = pipeline();
  if (place < tokens.length) throw new Error('there is something after the end');
  return result;
};

/** `$name := …` or `$name = …`, with several names before `range`'s. */
const parseAssignment = (tokens) => {
  const at = tokens.findIndex(({ sign }) => sign === ':=' || sign === '=');
  if (at < 0) return { names: [], value: parsePipeline(tokens) };
  const names = tokens.slice(0, at).flatMap(({ path }) => (path ? [path.slice(1)] : []));
  return { names, isNew: tokens[at].sign === ':=', value: parsePipeline(tokens.slice(at + 1)) };
};

/** A tree of nodes; templates that are defined are put into `defined`. */
export const parseTemplate = (source, defined) => {
  const parts = splitActions(source);
  let place = 0;
  const block = () => {
    const nodes = [];
    for (; place < parts.length; place++) {
      const { text, code } = parts[place];
      if (text !== undefined) {
        if (text !== '') nodes.push({ kind: 'text', text });
        continue;
      }
      const [keyword] = code.split(/\s/, 1);
      if (keyword === 'end' || keyword === 'else') return nodes;
      const rest = tokensOf(code.slice(keyword.length));
      if (keyword === 'define') {
        place++;
        defined.set(rest[0].value, block());
      } else if (keyword === 'if' || keyword === 'with' || keyword === 'range') {
        nodes.push(conditional(keyword, rest));
      } else {
        nodes.push({ kind: 'output', ...parseAssignment(tokensOf(code)) });
      }
    }
    return nodes;
  };
  const conditional = (kind, tokens) => {
    place++;
    const node = { kind, ...parseAssignment(tokens), body: block(), otherwise: [] };
    const { code } = parts[place] ?? { code: '' };
    if (/^else\s+if\b/.test(code)) {
      node.otherwise = [conditional('if', tokensOf(code.replace(/^else\s+if/, '')))];
    } else if (code === 'else') {
      place++;
      node.otherwise = block();
    }
    return node;
  };
  return block();
};
