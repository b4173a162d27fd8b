// Feeds broken documents to the markup handling until the time is over, and stops at the first
// damaged result: `node bench/markup/fuzz.mjs --seconds 600 [--seed N]`; with `--neural`, the small
// neural model of the tests takes part.
import { parseArgs } from 'node:util';
import { createDetector } from '../../packages/core/dist/index.js';
import { tokenize } from '../../packages/core/dist/markup/tokenize.js';
import { createNeuralEngine } from '../../packages/engines/dist/neural/index.js';
import { TEST_MODELS } from '../../packages/engines/dist/neural/testing/copy-model.js';
import { engineOf, joined, partsOf, translatorOver, upperCase } from './pipeline.mjs';

const SLOW_MS = 2000;

/**
 * A small generator of pseudo-random numbers (mulberry32), so that a seed determines the whole run.
 */
const randomFrom = (seed) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const SNIPPETS = [
  ...[
    'word',
    'Hello',
    'One. Two',
    'end. ',
    'fooBar',
    '{name}',
    '%1$s',
    '3.5',
    '中文。',
    'é',
    '😀',
    "it's",
  ],
  ...[' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u00ad', '\ufffc', '\u0000', '“', '”', '"', "'"],
  ...[
    '<b>',
    '</b>',
    '<i class="x">',
    '</i>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<br>',
    '<br/>',
    '<img src=x>',
  ],
  ...[
    '<li>',
    '</li>',
    '<td>',
    '<table>',
    '</table>',
    '<pre>',
    '</pre>',
    '<title>',
    '</title>',
    '<sup>',
    '</sup>',
  ],
  ...[
    '<code>',
    '</code>',
    '<span translate="no">',
    '<span translate=yes>',
    '</span>',
    '<a class=notranslate>',
  ],
  ...[
    '</a>',
    '<script>',
    '</script>',
    '<svg>',
    '</svg>',
    '<x1>',
    '</x1>',
    '{x1}',
    '<x2/>',
    '<x',
    '<a<a',
  ],
  ...[
    '<!-- c -->',
    '<!--',
    '-->',
    '<!DOCTYPE html>',
    '<![CDATA[',
    ']]>',
    '<?php ',
    '?>',
    '<!',
    '</',
    '<',
    '>',
  ],
  ...[
    '&amp;',
    '&lt;b&gt;',
    '&nbsp;',
    '&copy',
    '&foo;',
    '&#65;',
    '&#x;',
    '&#xD800;',
    '&',
    ';',
    '&quot;',
    '&#10;',
  ],
  ...[
    '="',
    "='",
    '/',
    '/>',
    '=',
    '`',
    '`<b>x</b>`',
    'http://a.b/?x=1&y=2',
    '$',
    '{',
    '}',
    '<Tag:ä/>',
  ],
];

const documentFrom = (random) => {
  const length = 1 + random(40);
  let text = '';
  for (let index = 0; index < length; index++) text += SNIPPETS[random(SNIPPETS.length)];
  return text;
};

/** Reorders words; loses, duplicates and moves what it must not; and reports false positions. */
const hostile = (random) => (unit) => {
  const parts = partsOf(unit).map(({ text, span }) => ({
    text: span === undefined || random(20) === 0 ? text.toUpperCase() : text,
    span: random(30) === 0 ? random(4) : span,
  }));
  for (let count = random(4); count > 0 && parts.length > 1; count--) {
    const [part] = parts.splice(random(parts.length), 1);
    const copies = random(4) === 0 ? random(3) : 1;
    for (let copy = 0; copy < copies; copy++) parts.splice(random(parts.length + 1), 0, part);
  }
  const translated = joined(parts);
  for (let count = random(8) === 0 ? random(3) : 0; count > 0; count--) {
    const start = random(40) - 5;
    const lie = { start, end: start + random(12) - 2, span: random(6) - 1 };
    translated.spans.splice(random(translated.spans.length + 1), 0, lie);
  }
  return translated;
};

const startNeuralEngine = async () => {
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: console.warn, error: console.error };
  const engine = createNeuralEngine({ log }, { modelDirectories: [TEST_MODELS], threadCount: 1 });
  await engine.start();
  return engine;
};

const markupOf = (text, syntax) =>
  tokenize(text, syntax)
    .filter((token) => token.kind !== 'text')
    .map((token) => text.slice(token.start, token.end));

const OPTIONS = [
  { tag_handling: 'html' },
  { tag_handling: 'html', split_sentences: '1' },
  { tag_handling: 'html', split_sentences: '0', preserve_formatting: true },
  { tag_handling: 'xml' },
  { tag_handling: 'xml', outline_detection: false, splitting_tags: 'p,div' },
  { tag_handling: 'xml', non_splitting_tags: 'p', ignore_tags: 'code,i' },
];

export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      neural: { type: 'boolean', default: false },
    },
  });
  const endMs = performance.now() + Number(values.seconds) * 1000;
  const detector = await createDetector();
  const random = randomFrom(Number(values.seed));
  const echo = translatorOver(
    detector,
    engineOf((unit) => joined(partsOf(unit))),
  );
  const upper = translatorOver(detector, engineOf(upperCase));
  const wild = translatorOver(detector, engineOf(hostile(random)));
  const neuralEngine = values.neural ? await startNeuralEngine() : undefined;
  const neural = neuralEngine && translatorOver(detector, neuralEngine);
  let count = 0;
  while (performance.now() < endMs) {
    const text = documentFrom(random);
    const options = OPTIONS[random(OPTIONS.length)];
    const syntax = options.tag_handling;
    const fail = (what, found) => {
      const report = { what, text, options, found };
      throw new Error(JSON.stringify(report, null, 2));
    };
    const startMs = performance.now();
    const source = markupOf(text, syntax);
    const same = await echo(text, options);
    if (same !== text) fail('an engine that changes nothing changes the document', same);
    const large = await upper(text, options);
    if (markupOf(large, syntax).join('\0') !== source.join('\0')) fail('markup differs', large);
    const odd = await wild(text, options);
    if (markupOf(odd, syntax).sort().join('\0') !== source.toSorted().join('\0')) {
      fail('an engine that damages markup damages the document', odd);
    }
    if (performance.now() - startMs > SLOW_MS) fail('too slow', performance.now() - startMs);
    const modelled = await neural?.(text, options);
    if (modelled && markupOf(modelled, syntax).sort().join('\0') !== source.toSorted().join('\0')) {
      fail('a neural model damages the document', modelled);
    }
    count++;
  }
  await neuralEngine?.stop();
  process.stdout.write(
    `${count} documents, each with ${neural ? 'four' : 'three'} engines, none damaged\n`,
  );
};

if (process.argv[1]?.endsWith('fuzz.mjs')) await run(process.argv.slice(2));
