import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DocumentError } from './document-error.js';
import { escapeXml, escapeXmlAttribute } from './escape-xml.js';
import { MEBIBYTE } from './limits.js';
import { declaredXmlEncoding } from './scan-xml.js';
import { byteOrderMarkOf } from './text-encoding.js';

/** Reads TMX piece by piece; only the unit it is in is in memory. */
export interface TmxReader {
  /**
   * @returns the units that end in this piece
   * @throws DocumentError malformed, too_large
   */
  write(bytes: Uint8Array): readonly TmxUnit[];
  /** @throws DocumentError malformed where the file is cut off or is no TMX */
  end(): readonly TmxUnit[];
}

/** UTF-16 code units of a tag, a comment or a text; a reader keeps these in memory. */
const MAX_TOKEN_CHARACTERS = MEBIBYTE;
const MAX_DEPTH = 64;

/** Makes units of the elements and texts of a TMX file, in the order in which they are read. */
interface TmxCollector {
  open(tag: SaxesTagPlain): void;
  close(tag: { readonly name: string }): void;
  addText(text: string): void;
  /** The units that have ended since the last call. */
  take(): readonly TmxUnit[];
}

const MAX_VARIANTS = 200;

/** A variant that is being read. */
interface OpenVariant {
  readonly language: string;
  text: string;
  codes: TmxCode[];
  isTooLong: boolean;
}

/** The outermost code that is open: its depth in the segment, and where its content begins. */
interface OpenCode {
  readonly depth: number;
  readonly name: string;
  readonly start: number;
}

/** @param maxCharacters longer segments are left out */
const createTmxCollector = (maxCharacters: number): TmxCollector => {
  let units: TmxUnit[] = [];
  let headerLanguage: string | undefined;
  let unitLanguage: string | undefined;
  let variants: TmxVariant[] = [];
  let variant: OpenVariant | undefined;
  /** The elements that are open in the segment; undefined outside of one. */
  let path: string[] | undefined;
  let code: OpenCode | undefined;

  const openInSegment = (tag: SaxesTagPlain, inside: string[]): void => {
    inside.push(tag.name);
    if (!variant || code || !Object.hasOwn(CODE_NUMBERS, tag.name)) return;
    code = { depth: inside.length, name: codeName(tag), start: variant.text.length };
  };
  const closeInSegment = (inside: string[]): void => {
    if (variant && code?.depth === inside.length) {
      const { name, start } = code;
      const end = variant.text.length;
      // A code without its content cannot be told from the next one, and nothing is lost without it.
      if (end > start) variant.codes.push({ name, start, end });
      code = undefined;
    }
    inside.pop();
  };
  const closeVariant = (): void => {
    if (variant && !variant.isTooLong && variants.length < MAX_VARIANTS) {
      const { language, text, codes } = variant;
      variants.push({ language, text, codes });
    }
    variant = undefined;
  };

  return {
    open(tag) {
      if (path) openInSegment(tag, path);
      else if (tag.name === 'header') headerLanguage = sourceLanguageOf(tag);
      else if (tag.name === 'tu') {
        const isNamed = tag.attributes.srclang !== undefined;
        unitLanguage = isNamed ? sourceLanguageOf(tag) : headerLanguage;
        variants = [];
      } else if (tag.name === 'tuv') {
        const language = tag.attributes['xml:lang'] ?? tag.attributes.lang ?? '';
        variant = { language, text: '', codes: [], isTooLong: false };
      } else if (tag.name === 'seg') path = [];
    },
    close({ name }) {
      if (path && path.length > 0) closeInSegment(path);
      else if (name === 'seg') path = undefined;
      else if (name === 'tuv') closeVariant();
      else if (name === 'tu') units.push({ sourceLanguage: unitLanguage, variants });
    },
    addText(text) {
      const isShown = path && (code === undefined || path.at(-1) !== 'sub');
      if (!variant || !isShown || variant.isTooLong) return;
      if (variant.text.length + text.length > maxCharacters) variant.isTooLong = true;
      else variant.text += text;
    },
    take() {
      const taken = units;
      units = [];
      return taken;
    },
  };
};

const sourceLanguageOf = ({ attributes: { srclang } }: SaxesTagPlain): string | undefined =>
  srclang === undefined || srclang === '*all*' || srclang === '' ? undefined : srclang;

const codeName = ({ name, attributes }: SaxesTagPlain): string => {
  const number = attributes[CODE_NUMBERS[name] ?? 'x'] ?? '';
  return `${name}:${number.slice(0, 16)}`;
};

/** Enough for the declaration that names the encoding. */
const HEAD_BYTES = 512;

/** Decodes XML piece by piece: by its byte order mark, or else as it declares itself. */
const createTextDecoder = (): {
  /** @throws DocumentError malformed for what the encoding has no characters for */
  write(bytes: Uint8Array): string;
  /** @throws DocumentError malformed */
  end(): string;
} => {
  let head = Buffer.alloc(0);
  let decoder: ReturnType<typeof openDecoder> | undefined;
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    decoder ??= openDecoder(head);
    try {
      return decoder.decode(bytes, { stream });
    } catch (cause) {
      throw new DocumentError('malformed', `It is not encoded in ${decoder.encoding}.`, { cause });
    }
  };
  return {
    write(bytes) {
      if (decoder) return decode(bytes, true);
      head = Buffer.concat([head, bytes]);
      if (head.length < HEAD_BYTES) return '';
      return decode(head, true);
    },
    end: () => decode(decoder ? new Uint8Array() : head, false),
  };
};

const openDecoder = (head: Uint8Array) => {
  const label = byteOrderMarkOf(head)?.label ?? declaredXmlEncoding(head) ?? guessUtf16(head);
  try {
    // The byte order mark is not part of the text.
    return new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw new DocumentError('malformed', `The encoding ${label} is not supported.`, { cause });
  }
};

/** Every other byte of `<?xml` or `<tmx` is zero in UTF-16. */
const guessUtf16 = (head: Uint8Array): string => (head[0] === 0 ? 'utf-16be' : 'utf-16le');

/**
 * Reads translation memories (TMX 1.1 to 1.4b). A document type is ignored; one that declares
 * anything is refused, so there are no entities but those of XML itself.
 *
 * @param maxCharacters longer segments are left out
 */
export const createTmxReader = (maxCharacters: number): TmxReader => {
  const parser = new SaxesParser({ position: true, xmlns: false } as const);
  const decode = createTextDecoder();
  const collector = createTmxCollector(maxCharacters);
  let depth = 0;
  let written = 0;
  let lastToken = 0;
  /** A handler of a token; where the last one ended is noted. */
  const token =
    <Item>(handle: (item: Item) => void) =>
    (item: Item): void => {
      lastToken = written;
      handle(item);
    };

  parser.on('error', (error) => {
    throw new DocumentError('malformed', `TMX: ${placeOf(error.message)}`);
  });
  parser.on('doctype', token(refuseDeclarations));
  parser.on(
    'opentag',
    token((tag) => {
      if (depth === 0 && tag.name !== 'tmx') {
        throw new DocumentError('format_mismatch', 'It is not a TMX file.');
      }
      if (++depth > MAX_DEPTH) {
        throw new DocumentError('too_large', `More than ${MAX_DEPTH} elements inside one another.`);
      }
      collector.open(tag);
    }),
  );
  parser.on(
    'closetag',
    token((tag) => {
      depth--;
      collector.close(tag);
    }),
  );
  for (const event of ['text', 'cdata'] as const) parser.on(event, token(collector.addText));
  for (const event of ['comment', 'processinginstruction', 'xmldecl'] as const) {
    parser.on(
      event,
      token<unknown>(() => {}),
    );
  }

  const read = (text: string): void => {
    written += text.length;
    if (written - lastToken > text.length + MAX_TOKEN_CHARACTERS) {
      throw new DocumentError(
        'too_large',
        `More than ${MAX_TOKEN_CHARACTERS} characters in a row.`,
      );
    }
    parser.write(text);
  };
  return {
    write(bytes) {
      read(decode.write(bytes));
      return collector.take();
    },
    end() {
      read(decode.end());
      parser.close();
      return collector.take();
    },
  };
};

const refuseDeclarations = (documentType: string): void => {
  if (!documentType.includes('[')) return;
  throw new DocumentError('malformed', 'Document types with declarations are not accepted.');
};

/** Messages of the parser quote what is wrong; texts of a memory are not for logs. */
const placeOf = (message: string): string =>
  message.replace(/^(\d+):(\d+): ([^:<"&]{0,60}).*$/s, 'line $1, column $2: $3').trim();

/** The beginning of a TMX file (TMX 1.4b), in UTF-8. */
export const tmxHead = (sourceLanguage: string, version: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="Dragoman" creationtoolversion="${escapeXmlAttribute(version)}" segtype="sentence" o-tmf="Dragoman" adminlang="en" srclang="${escapeXmlAttribute(sourceLanguage)}" datatype="unknown"/>
<body>
`;

/** A tag or placeholder of the file that a segment came from: a range of UTF-16 code units. */
export interface TmxCode {
  readonly start: number;
  readonly end: number;
  /** Element of TMX with its number, such as `bpt:1`; the same in every language of a unit. */
  readonly name: string;
}

/** A text with the codes in it. */
export interface TmxText {
  readonly text: string;
  /** In order, not overlapping; never empty. */
  readonly codes: readonly TmxCode[];
}

/** A text in one language. */
export interface TmxVariant extends TmxText {
  /** As the file names it, such as `en-US`. */
  readonly language: string;
}

/** A text in several languages. */
export interface TmxUnit {
  /** Language of the source as the file names it; undefined where any may be the source. */
  readonly sourceLanguage: string | undefined;
  /** In the order of the file; those that are too long are left out. */
  readonly variants: readonly TmxVariant[];
}

/** Elements of TMX that stand for codes (TMX 1.4b, section 3.5), and the attribute with the number. */
const CODE_NUMBERS: Readonly<Record<string, 'i' | 'x'>> = {
  bpt: 'i',
  ept: 'i',
  ph: 'x',
  it: 'x',
  ut: 'x',
};

/** One unit: the source first, then its translations. */
export const tmxUnit = (variants: readonly TmxVariant[]): string => {
  const written = variants.map(
    (variant) =>
      `<tuv xml:lang="${escapeXmlAttribute(variant.language)}"><seg>${tmxSegment(variant)}</seg></tuv>`,
  );
  return `<tu>${written.join('')}</tu>\n`;
};

/** The end of a TMX file. */
export const TMX_TAIL = '</body>\n</tmx>\n';

const tmxSegment = ({ text, codes }: TmxText): string => {
  let position = 0;
  let written = '';
  for (const { start, end, name } of codes) {
    const [element = 'ph', number = ''] = name.split(':', 2);
    const attribute =
      number === '' ? '' : ` ${CODE_NUMBERS[element]}="${escapeXmlAttribute(number)}"`;
    // The one attribute that this element must have; which end it is has been forgotten.
    const place = element === 'it' ? ' pos="begin"' : '';
    written += escapeXml(text.slice(position, start));
    written += `<${element}${attribute}${place}>${escapeXml(text.slice(start, end))}</${element}>`;
    position = end;
  }
  return written + escapeXml(text.slice(position));
};
