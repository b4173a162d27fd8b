import { DocumentError } from '../document-error.js';
import { escapeXml } from '../escape-xml.js';
import type { DocumentLimits } from '../limits.js';
import type { Edit, Filter, Part, WriteOptions } from '../model.js';
import { createParagraphCollector } from '../paragraph-collector.js';
import { scanXml } from '../scan-xml.js';
import { readTextArchive } from '../text-archive.js';
import { forEachSubtree, readSimpleTexts, textOf } from '../xml-subtrees.js';
import { readHtmlPart } from './read-html.js';

const CONTAINER = 'META-INF/container.xml';
const METADATA = new Set(['dc:title', 'dc:description', 'dc:subject']);

/** EPUB 2 and 3: chapters, table of contents, title and description. */
export const readEpub: Filter = async (bytes, { limits }) => {
  const archive = await readTextArchive(bytes, limits);
  if (!archive.has(CONTAINER)) throw new DocumentError('format_mismatch', 'It is no EPUB.');
  if (archive.has('META-INF/rights.xml')) throw new DocumentError('encrypted');
  const packageName = readPackageName(archive.text(CONTAINER), limits);
  const source = archive.text(packageName);
  const collector = createParagraphCollector(limits);
  const reading = { collector, limits };
  const parts: Part[] = [];
  for (const { path, type } of readManifest(source, packageName, limits)) {
    if (!archive.has(path)) continue;
    if (type === 'application/xhtml+xml') {
      parts.push(readHtmlPart(path, archive.text(path), collector, true));
    } else if (type === 'application/x-dtbncx+xml') {
      const options = { ...reading, allowsDoctype: true };
      parts.push(readSimpleTexts(path, archive.text(path), new Set(['ncx:text']), options));
    }
  }
  parts.push({
    ...readSimpleTexts(packageName, source, METADATA, reading),
    localize: (write) => localizePackage(source, write, limits),
  });
  return { paragraphs: collector.paragraphs, parts, pack: (changed) => archive.pack(changed) };
};

/** @throws DocumentError malformed */
const readPackageName = (source: string, limits: DocumentLimits): string => {
  let name: string | undefined;
  scanXml(
    source,
    {
      open(element) {
        if (element.name.endsWith('rootfile')) name ??= element.attribute('full-path');
      },
    },
    { limits },
  );
  if (name === undefined) throw new DocumentError('malformed', 'The EPUB names no content.');
  return name;
};

interface ManifestItem {
  readonly path: string;
  readonly type: string;
}

const readManifest = (
  source: string,
  packageName: string,
  limits: DocumentLimits,
): readonly ManifestItem[] => {
  const items = new Map<string, ManifestItem>();
  const spine: string[] = [];
  scanXml(
    source,
    {
      open(element) {
        if (element.name === 'opf:itemref') spine.push(element.attribute('idref') ?? '');
        if (element.name !== 'opf:item') return;
        const path = resolvePath(packageName, element.attribute('href') ?? '');
        const type = element.attribute('media-type') ?? '';
        items.set(element.attribute('id') ?? path, { path, type });
      },
    },
    { limits },
  );
  // In reading order first, then what is in no order.
  const inOrder = spine.flatMap((id) => items.get(id) ?? []);
  return [...new Set([...inOrder, ...items.values()])];
};

/** @throws URIError for a broken escape, which makes the document malformed */
const resolvePath = (base: string, href: string): string => {
  const folders = base.split('/').slice(0, -1);
  for (const step of decodeURIComponent(href.split('#')[0] ?? '').split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '.') folders.push(step);
  }
  return folders.join('/');
};

const localizePackage = (
  source: string,
  { targetLanguage, direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  const edits: Edit[] = [];
  if (targetLanguage) {
    forEachSubtree(
      source,
      (name) => name === 'dc:language',
      (node) => {
        const text = escapeXml(targetLanguage);
        if (node.isEmpty || textOf(node) === text || edits.length > 0) return;
        edits.push({ start: node.innerStart, end: node.innerEnd, text });
      },
      { limits },
    );
  }
  const spine = /<(?:opf:)?spine\b[^>]*>/.exec(source);
  if (direction === 'rtl' && spine) {
    const [tag] = spine;
    const bare = tag.replace(/\spage-progression-direction\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    const text = bare.replace(/spine\b/, 'spine page-progression-direction="rtl"');
    edits.push({ start: spine.index, end: spine.index + tag.length, text });
  }
  return edits;
};
