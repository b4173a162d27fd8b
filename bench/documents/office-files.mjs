import { createArchive } from '../../packages/documents/dist/archive.js';
import { sentenceOf } from '../load/sentences.mjs';

const MAIN = 'http://schemas.openxmlformats.org';
const RELATIONS = `${MAIN}/officeDocument/2006/relationships`;

/** Letters that no compression finds twice: an office file of text alone is small otherwise. */
const wordOf = (number) => {
  let rest = (number * 2_654_435_761) % 4_294_967_296;
  let word = '';
  for (; rest > 0; rest = Math.floor(rest / 26)) word += String.fromCharCode(97 + (rest % 26));
  return word;
};

const RARE_WORDS = 12;

/** A sentence, and as many words that occur nowhere else. */
const rareLineOf = (number) => {
  const rare = Array.from({ length: RARE_WORDS }, (_, place) =>
    wordOf(RARE_WORDS * number + place),
  );
  return `${sentenceOf(number)} ${rare.join(' ')}.`;
};

/** Lines until all of them have about that many UTF-16 code units. */
const linesOf = (characters, lineOf) => {
  const lines = [];
  for (let size = 0; size < characters; size += lines.at(-1).length)
    lines.push(lineOf(lines.length));
  return lines;
};

const packaged = (main, type, parts) => {
  const types = Object.entries(parts)
    .map(
      ([name, [kind]]) => `<Override PartName="/${name}" ContentType="application/${kind}+xml"/>`,
    )
    .join('');
  const files = {
    '[Content_Types].xml': `<Types xmlns="${MAIN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/${type}" Target="${main}"/></Relationships>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, [, content]]) => [name, content])),
  };
  return createArchive(
    Object.entries(files).map(([name, content]) => [
      name,
      Buffer.from(
        name.endsWith('.xml') || name.endsWith('.rels')
          ? `<?xml version="1.0"?>${content}`
          : content,
      ),
    ]),
  );
};

/** A Word document of paragraphs of ordinary words; every fourth has a bold word. */
export const createOrdinaryDocx = (characters) => docxOf(linesOf(characters, sentenceOf));

/** The same with words that no compression finds twice, so that the file is large. */
export const createDocx = (characters) => docxOf(linesOf(characters, rareLineOf));

const docxOf = (lines) => {
  const w = `${MAIN}/wordprocessingml/2006/main`;
  const run = (text, properties = '') =>
    `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraphs = lines.map((line, index) => {
    if (index % 4 > 0) return `<w:p>${run(line)}</w:p>`;
    const [first, bold, ...rest] = line.split(' ');
    const runs = [`${first} `, bold, ` ${rest.join(' ')}`];
    return `<w:p>${run(runs[0])}${run(runs[1], '<w:rPr><w:b/></w:rPr>')}${run(runs[2])}</w:p>`;
  });
  return packaged('word/document.xml', 'officeDocument', {
    'word/document.xml': [
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
      `<w:document xmlns:w="${w}"><w:body>${paragraphs.join('')}</w:body></w:document>`,
    ],
  });
};

/** An Excel workbook of shared strings, one in each row. */
export const createXlsx = (characters) => {
  const s = `${MAIN}/spreadsheetml/2006/main`;
  const lines = linesOf(characters, rareLineOf);
  const rows = lines.map(
    (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>${row}</v></c></row>`,
  );
  const strings = lines.map((line) => `<si><t>${line}</t></si>`);
  const kind = 'vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (id, type, target) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return packaged('xl/workbook.xml', 'officeDocument', {
    'xl/workbook.xml': [
      `${kind}.sheet.main`,
      `<workbook xmlns="${s}" xmlns:r="${RELATIONS}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': [
      'vnd.openxmlformats-package.relationships',
      `<Relationships xmlns="${MAIN}/package/2006/relationships">${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
    'xl/worksheets/sheet1.xml': [
      `${kind}.worksheet`,
      `<worksheet xmlns="${s}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ],
    'xl/sharedStrings.xml': [
      `${kind}.sharedStrings`,
      `<sst xmlns="${s}">${strings.join('')}</sst>`,
    ],
  });
};
