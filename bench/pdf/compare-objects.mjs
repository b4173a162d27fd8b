import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a document may have beside its pages, by where it is named. */
const PARTS = {
  bookmarks: ({ catalog }) => catalog['/Outlines'],
  structure: ({ catalog }) => catalog['/StructTreeRoot'],
  metadata: ({ catalog, trailer }) => catalog['/Metadata'] ?? trailer['/Info'],
  forms: ({ catalog }) => catalog['/AcroForm'],
  attachments: ({ catalog, find }) => find(catalog['/Names'])?.['/EmbeddedFiles'],
  annotations: ({ kinds }) => kinds.has('annotation'),
  links: ({ kinds }) => kinds.has('link'),
};

/** Keys of objects that a translation changes: what is drawn, where links are, the language. */
const CHANGING = {
  catalog: ['/Lang', '/Perms'],
  page: ['/Contents', '/Resources'],
  content: ['/Length', '/Filter', '/DecodeParms'],
  form: ['/Length', '/Filter', '/DecodeParms', '/Resources'],
  link: ['/Rect', '/QuadPoints'],
};

/** All objects of a file by their number, as qpdf reads them. */
const readObjects = (path) => {
  const { stdout } = spawnSync('qpdf', ['--json=2', '--json-stream-data=none', path], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const [, objects] = JSON.parse(stdout).qpdf;
  const find = (value) => {
    const found = typeof value === 'string' ? objects[`obj:${value}`] : undefined;
    return found ? (found.value ?? found.stream?.dict) : value;
  };
  const trailer = objects.trailer.value;
  const catalog = find(trailer['/Root']) ?? {};
  return { objects, find, trailer, catalog };
};

const kindOf = (object, name, contents) => {
  const value = object.value ?? object.stream?.dict;
  if (contents.has(name)) return 'content';
  if (value?.['/Type'] === '/Catalog') return 'catalog';
  if (value?.['/Type'] === '/Page') return 'page';
  if (value?.['/Subtype'] === '/Link') return 'link';
  if (object.stream && value?.['/Subtype'] === '/Form') return 'form';
  return value?.['/Rect'] ? 'annotation' : 'other';
};

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether annotations differ in nothing but the places of links that stand in their list. */
const onlyLinksMoved = (was, is) =>
  Array.isArray(was) &&
  Array.isArray(is) &&
  was.length === is.length &&
  was.every((annotation, index) => {
    const now = is[index];
    if (isSame(annotation, now)) return true;
    const isLink = annotation?.['/Subtype'] === '/Link' && typeof now === 'object';
    return isLink && changedKeys(annotation, now).every((key) => CHANGING.link.includes(key));
  });

const changedKeys = (was, is) =>
  [...new Set([was, is].flatMap((each) => Object.keys(each ?? {})))].filter(
    (key) => !isSame(was?.[key], is?.[key]),
  );

/** Compares a document with its translation. @returns its parts, and changes that should not be */
export const compareObjects = (before, after) => {
  const [old, now] = [before, after].map(readObjects);
  const contents = new Set(
    Object.values(old.objects)
      .filter(({ value }) => value?.['/Type'] === '/Page')
      .flatMap(({ value }) => [value['/Contents'], old.find(value['/Contents'])].flat())
      .map((reference) => `obj:${reference}`),
  );
  const kinds = new Set();
  const changes = [];
  for (const [name, object] of Object.entries(old.objects)) {
    if (name === 'trailer') continue;
    const kind = kindOf(object, name, contents);
    kinds.add(kind);
    const [was, is] = [object, now.objects[name]].map(
      (each) => each && (each.value ?? each.stream?.dict),
    );
    if (isSame(was, is)) continue;
    const wrong = changedKeys(was, is).filter(
      (key) =>
        !CHANGING[kind]?.includes(key) &&
        !(kind === 'page' && key === '/Annots' && onlyLinksMoved(old.find(was[key]), is?.[key])),
    );
    if (wrong.length > 0) changes.push(`${name} (${kind}): ${wrong.join(' ')}`);
  }
  const bytes = readFileSync(before);
  if (!readFileSync(after).subarray(0, bytes.length).equals(bytes)) changes.push('its own bytes');
  const parts = Object.keys(PARTS).filter((part) => PARTS[part]({ ...old, kinds }));
  return { parts, changes };
};
