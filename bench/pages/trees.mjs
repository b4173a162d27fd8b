import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The parser of the documents package: browsers read pages the same way.
const documents = createRequire(new URL('../../packages/documents/package.json', import.meta.url));
const { parse } = await import(pathToFileURL(documents.resolve('parse5')).href);

/** Elements whose text is not translated, so that it must be the same. */
const KEPT = new Set(['script', 'style', 'code', 'textarea', 'kbd', 'samp', 'var', 'svg', 'math']);
/** Elements that stand in sentences, and so may change places with others of their kind. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q s samp
  script small span strike strong sub sup time tt u var wbr input button select`.split(/\s+/),
);

const childrenOf = (node) => node.content?.childNodes ?? node.childNodes ?? [];

/**
 * A node's number of nodes, and a hash of everything that a translation must keep: names, attributes,
 * comments, what lies in what, and the order of blocks. Words may change, and what stands between two
 * blocks may change its order.
 */
const digestOf = (node, isKept = false) => {
  const hash = createHash('sha1');
  const attributes = (node.attrs ?? []).map(({ name, value }) => `${name}=${value}`);
  const own = node.nodeName === '#comment' ? node.data : attributes.join('\n');
  hash.update(`${node.nodeName}\n${own}\n`);
  const keepsText = isKept || KEPT.has(node.nodeName);
  let count = 1;
  let together = [];
  const flush = () => {
    for (const part of together.sort()) hash.update(`${part}\n`);
    hash.update('\n');
    together = [];
  };
  for (const child of childrenOf(node)) {
    if (child.nodeName === '#text') {
      if (keepsText) hash.update(child.value.trim() && `text ${child.value}\n`);
      continue;
    }
    const { count: nodes, digest } = digestOf(child, keepsText);
    count += nodes;
    const isInline = INLINE.has(child.nodeName) || child.nodeName === '#comment';
    if (!isInline) flush();
    together.push(digest);
    if (!isInline) flush();
  }
  flush();
  return { count, digest: hash.digest('hex') };
};

const opened = (node) =>
  `<${node.nodeName}${(node.attrs ?? []).map(({ name, value }) => ` ${name}="${value}"`).join('')}>`;

/** Where two trees that differ begin to: the innermost nodes of which the digests differ. */
const firstDifference = (one, two) => {
  const left = childrenOf(one).filter(({ nodeName }) => nodeName !== '#text');
  const right = childrenOf(two).filter(({ nodeName }) => nodeName !== '#text');
  if (left.length === right.length) {
    const known = right.map((node) => digestOf(node).digest);
    const lost = left.find((node) => !known.includes(digestOf(node).digest));
    const other = right.find(
      (_, index) => !left.some((node) => digestOf(node).digest === known[index]),
    );
    if (lost && other && opened(lost) === opened(other)) return firstDifference(lost, other);
  }
  return `${opened(one)}: ${left.map(opened).join('')} became ${right.map(opened).join('')}`;
};

/**
 * Compares the trees of a page and its translation.
 *
 * @returns how many nodes the page has that are no text, and where the first difference is, if any
 */
export const compareTrees = (source, translated) => {
  const [one, two] = [parse(source), parse(translated)];
  const [before, after] = [digestOf(one), digestOf(two)];
  const isSame = before.digest === after.digest;
  return { nodes: before.count, difference: isSame ? undefined : firstDifference(one, two) };
};
