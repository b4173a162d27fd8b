import { DocumentError } from '../../document-error.js';
import type { Filter, Part } from '../../model.js';
import { readTextArchive } from '../../text-archive.js';
import { createUnitCollector } from '../../units/unit-collector.js';
import { readSimpleTexts } from '../../xml/read-simple-texts.js';
import { countOpenDocumentElements } from './count-text-elements.js';
import { idleStyles } from './idle-styles.js';
import { localizeStyles } from './localize-styles.js';
import { readTextPart } from './read-text-part.js';

const META = new Set(['dc:title', 'dc:subject', 'dc:description', 'meta:keyword']);
const SIGNATURES = 'META-INF/documentsignatures.xml';
const MANIFEST = 'META-INF/manifest.xml';
/** A chart is a document in a folder of its own. */
const OBJECT = /^[^/]+\/content\.xml$/;
const CHART = /<(?:[\w.-]+:)?chart[\s>]/;

/** OpenDocument 1.3: text, sheets and slides. @param type end of the media type */
const openDocumentFilter =
  (type: 'text' | 'spreadsheet' | 'presentation'): Filter =>
  async (bytes, { limits }) => {
    const archive = await readTextArchive(bytes, limits);
    if (!archive.has('content.xml') || !archive.has('mimetype')) {
      throw new DocumentError('format_mismatch', 'It is no OpenDocument file.');
    }
    if (!archive.text('mimetype').includes(`opendocument.${type}`)) {
      throw new DocumentError('format_mismatch');
    }
    if (archive.has(MANIFEST) && /[:<]encryption-data\b/.test(archive.text(MANIFEST))) {
      throw new DocumentError('encrypted');
    }
    const hasMacros = archive.names.some((name) => /^(?:Basic|Scripts)\/./.test(name));
    if (hasMacros) throw new DocumentError('macros');

    const collector = createUnitCollector(limits);
    const parts: Part[] = [];
    for (const name of ['content.xml', 'styles.xml'].filter(archive.has)) {
      const source = archive.text(name);
      const options = {
        collector,
        limits,
        idle: idleStyles(source),
        isSheet: type === 'spreadsheet',
      };
      parts.push({
        ...readTextPart(name, source, options),
        localize: (write) => localizeStyles(source, write, limits),
        inventory: countOpenDocumentElements,
      });
    }
    for (const name of archive.names.filter((found) => OBJECT.test(found))) {
      const source = archive.text(name);
      if (!CHART.test(source)) continue;
      const options = { collector, limits, idle: idleStyles(source), isSheet: true };
      parts.push({
        ...readTextPart(name, source, options),
        inventory: countOpenDocumentElements,
      });
    }
    if (archive.has('meta.xml')) {
      const source = archive.text('meta.xml');
      parts.push(readSimpleTexts('meta.xml', source, META, { collector, limits }));
    }
    return {
      units: collector.units,
      parts,
      pack: (changed) => archive.pack(changed, new Set([SIGNATURES])),
    };
  };

export const readOdt = openDocumentFilter('text');
export const readOds = openDocumentFilter('spreadsheet');
export const readOdp = openDocumentFilter('presentation');
