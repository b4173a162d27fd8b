import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { translateBy } from '../../conformance/notation.js';
import { buildPdf, linesAt, type PdfSource } from '../../conformance/pdf-samples.js';
import { DEFAULT_LIMITS } from '../../limits.js';
import { readDocument } from '../../read-document.js';
import { writeDocument } from '../../write-document.js';
import { openPdf, type PdfFile } from './objects/pdf-file.js';
import { isStream, type PdfReference, writeValue } from './objects/pdf-values.js';

const reference = (number: number): PdfReference => ({ kind: 'reference', number, generation: 0 });

/** A file before and after its texts were translated by a table. */
const translated = async (bytes: Uint8Array, table: Readonly<Record<string, string>>) => {
  const document = await readDocument(bytes, { format: 'pdf' });
  const translations = translateBy(document.paragraphs, table);
  const written = await writeDocument(document, translations, { targetLanguage: 'de' });
  return {
    bytes: written.bytes,
    before: openPdf(bytes, DEFAULT_LIMITS),
    after: openPdf(written.bytes, DEFAULT_LIMITS),
  };
};

/** An object as the file has it, with the bytes of a stream. */
const objectOf = (file: PdfFile, number: number): string => {
  const value = file.resolve(reference(number));
  if (value === undefined) return '';
  const bytes = isStream(value) ? Buffer.from(value.bytes).toString('latin1') : '';
  return `${writeValue(value)}${bytes}`;
};

const changedObjects = ({ before, after }: { before: PdfFile; after: PdfFile }) =>
  [...before.places.keys()].filter(
    (number) => objectOf(before, number) !== objectOf(after, number),
  );

/** What a page draws, as text. */
const drawnOn = (file: PdfFile, page: number): string => {
  const stream = file.resolve(file.dictionary(reference(page)).get('Contents'));
  return isStream(stream) ? Buffer.from(file.decode(stream) ?? []).toString('latin1') : '';
};

const ATTACHED = Buffer.from('a table, and bytes that are no text: \0\xff\x80', 'latin1');
const PACKED = deflateSync(ATTACHED);
const METADATA =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>Hello there.</dc:title></x:xmpmeta>';

/** A page with a text and all that can be beside the text. */
const RICH: PdfSource = {
  pages: [
    {
      content: `/P << /MCID 0 >> BDC ${linesAt(72, 700, ['Hello there.'])} EMC /Figure << /MCID 1 >> BDC 0 0 50 50 re f EMC`,
      annotations: [150, 151, 152, 153],
    },
  ],
  catalog: [
    '/Outlines 110 0 R /PageMode /UseOutlines /PageLabels << /Nums [0 << /S /r >>] >>',
    '/Names << /EmbeddedFiles << /Names [(table.csv) 120 0 R] >> /Dests << /Names [(start) [10 0 R /XYZ 72 710 0]] >> >>',
    '/AF [120 0 R] /StructTreeRoot 130 0 R /MarkInfo << /Marked true >> /Metadata 140 0 R',
    '/AcroForm << /Fields [152 0 R] /DA (/Helv 10 Tf 0 g) >>',
  ].join(' '),
  trailer: '/Info 160 0 R /ID [<0011> <0022>]',
  objects: {
    110: '<< /Type /Outlines /First 111 0 R /Last 111 0 R /Count 1 >>',
    111: '<< /Title (Hello there.) /Parent 110 0 R /Dest (start) >>',
    120: '<< /Type /Filespec /F (table.csv) /UF (table.csv) /AFRelationship /Data /EF << /F 121 0 R >> >>',
    121: `<< /Type /EmbeddedFile /Subtype /text#2Fcsv /Filter /FlateDecode /Length ${PACKED.length} /Params << /Size ${ATTACHED.length} >> >>\nstream\n${PACKED.toString('latin1')}\nendstream`,
    130: '<< /Type /StructTreeRoot /K 131 0 R /ParentTree << /Nums [0 [132 0 R 133 0 R]] >> >>',
    131: '<< /S /Document /P 130 0 R /K [132 0 R 133 0 R] >>',
    132: '<< /S /P /P 131 0 R /Pg 10 0 R /K 0 >>',
    133: '<< /S /Figure /P 131 0 R /Pg 10 0 R /K 1 /Alt (A square) >>',
    140: `<< /Type /Metadata /Subtype /XML /Length ${METADATA.length} >>\nstream\n${METADATA}\nendstream`,
    150: '<< /Type /Annot /Subtype /Link /Rect [300 300 350 310] /Dest (start) >>',
    151: '<< /Type /Annot /Subtype /Text /Rect [400 700 420 720] /Contents (Hello there.) >>',
    152: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Hello there.) /Rect [300 500 400 520] >>',
    153: '<< /Type /Annot /Subtype /FileAttachment /Rect [500 700 520 720] /FS 120 0 R >>',
    160: '<< /Title (Hello there.) /Author (Somebody) >>',
  },
};

/** The same file with all objects that are no streams in one that is, as most programs write it. */
const packedPdf = (plain: Uint8Array): Uint8Array => {
  const file = openPdf(plain, DEFAULT_LIMITS);
  const numbers = [...file.places.keys()].toSorted((a, b) => a - b);
  const isOwn = (number: number): boolean => isStream(file.resolve(reference(number)));
  const inside = numbers.filter((number) => !isOwn(number));
  const texts = inside.map((number) => `${writeValue(file.resolve(reference(number)) ?? null)} `);
  const starts = texts.map((_, index) => texts.slice(0, index).join('').length);
  const head = inside.map((number, index) => `${number} ${starts[index]} `).join('');
  const container = 500;
  const places = new Map<number, readonly [number, number, number]>();
  let output = '%PDF-1.5\n';
  const add = (number: number, entries: string, content: string): void => {
    places.set(number, [1, output.length, 0]);
    output += `${number} 0 obj\n<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
  };
  for (const number of numbers.filter(isOwn)) {
    const value = file.resolve(reference(number));
    if (!isStream(value)) continue;
    const entries = new Map([...value.dictionary].filter(([key]) => key !== 'Length'));
    add(number, writeValue(entries).slice(2, -2), Buffer.from(value.bytes).toString('latin1'));
  }
  const objects = deflateSync(Buffer.from(head + texts.join(''))).toString('latin1');
  add(
    container,
    `/Type /ObjStm /N ${inside.length} /First ${head.length} /Filter /FlateDecode`,
    objects,
  );
  for (const [index, number] of inside.entries()) places.set(number, [2, container, index]);
  const start = output.length;
  places.set(container + 1, [1, start, 0]);
  const table = [...places].toSorted(([a], [b]) => a - b);
  const rows = Buffer.concat(
    table.map(([, [kind, at, index]]) => Buffer.from([kind, at >> 16, at >> 8, at, index])),
  ).toString('latin1');
  const index = table.map(([number]) => `${number} 1`).join(' ');
  add(
    container + 1,
    `/Type /XRef /Size ${container + 2} /W [1 3 1] /Index [${index}] /Root 1 0 R /Info 160 0 R`,
    rows,
  );
  return Buffer.from(`${output}startxref\n${start}\n%%EOF\n`, 'latin1');
};

describe('a translated PDF', () => {
  const german = { 'Hello there.': 'Guten Tag.' };

  it('has its attachments, bookmarks, structure, forms, notes, targets and metadata as they were', async () => {
    const result = await translated(buildPdf(RICH), german);
    // The page, which names its new content, and the catalogue, which names the language.
    expect(changedObjects(result)).toEqual([1, 10]);
    const { before, after } = result;
    const [was, is] = [before, after].map(({ dictionary, trailer }) =>
      dictionary(trailer.get('Root')),
    );
    expect(new Map([...(is ?? [])].filter(([key]) => key !== 'Lang'))).toEqual(was);
    for (const key of ['Info', 'ID']) {
      expect(after.trailer.get(key)).toEqual(before.trailer.get(key));
    }
    const attached = after.resolve(reference(121));
    expect(isStream(attached) && Buffer.from(after.decode(attached) ?? [])).toEqual(ATTACHED);
  });

  it('has the same parts where objects lie in other objects', async () => {
    const packed = packedPdf(buildPdf(RICH));
    const result = await translated(packed, german);
    expect(Buffer.from(result.bytes.subarray(0, packed.length)).equals(packed)).toBe(true);
    expect(changedObjects(result)).toEqual([1, 10]);
    expect(result.after.trailer.get('Info')).toEqual(reference(160));
    expect(drawnOn(result.after, 10)).not.toContain('Hello there.');
  });

  it('has the text in the part of the structure in which it was', async () => {
    const { after } = await translated(buildPdf(RICH), german);
    const content = drawnOn(after, 10);
    expect(content).toMatch(/\/P << \/MCID 0 >> BDC[\s\S]*<[0-9a-f]+>[\s\S]*EMC \/Figure/);
    expect(content.match(/BDC/g)).toHaveLength(2);
    expect(content.match(/EMC/g)).toHaveLength(2);
    expect(after.dictionary(reference(10)).get('Annots')).toEqual(
      [150, 151, 152, 153].map(reference),
    );
  });

  it('has no signs of an older text around words that are others now, and keeps them elsewhere', async () => {
    const source: PdfSource = {
      pages: [
        {
          content: [
            `/Span << /ActualText (Hello there.) /Lang (en) >> BDC /Em BMC ${linesAt(72, 700, ['Hello there.'])} EMC EMC`,
            `/Span /Named BDC ${linesAt(72, 600, ['Good evening.'])} EMC`,
            `/Span << /ActualText (12.5) >> BDC ${linesAt(72, 500, ['12.5'])} EMC`,
          ].join('\n'),
        },
      ],
      resources: '/Properties << /Named << /ActualText (Good evening.) /MCID 3 >> >>',
    };
    const { after } = await translated(buildPdf(source), {
      ...german,
      'Good evening.': 'Guten Abend.',
    });
    const content = drawnOn(after, 10);
    expect(content.match(/\/ActualText/g)).toHaveLength(1);
    expect(content).toContain('/Span << /ActualText (12.5) >> BDC');
    expect(content).toContain('/Lang');
    expect(content).toContain('/MCID 3');
    expect(content).not.toContain('/Named');
  });
});
