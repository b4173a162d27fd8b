import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DocumentError } from '../common/document-error.js';
import { decodeStream } from './decode-stream.js';
import { CODE_NUMBERS, type TmxCode, type TmxUnit, type TmxVariant } from './tmx-unit.js';

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
const MAX_TOKEN_CHARACTERS = 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_VARIANTS = 200;

/** A variant that is being read. */
interface OpenVariant {
  readonly language: string;
  text: string;
  codes: TmxCode[];
  isTooLong: boolean;
}

/**
 * Reads translation memories (TMX 1.1 to 1.4b). A document type is ignored; one that declares
 * anything is refused, so there are no entities but those of XML itself.
 *
 * @param maxCharacters longer segments are left out
 */
export const createTmxReader = (maxCharacters: number): TmxReader => {
  const parser = new SaxesParser({ position: true, xmlns: false } as const);
  const decode = decodeStream();
  const path: string[] = [];
  let units: TmxUnit[] = [];
  let headerLanguage: string | undefined;
  let unitLanguage: string | undefined;
  let variants: TmxVariant[] = [];
  let variant: OpenVariant | undefined;
  let isInSegment = false;
  /** Depth of the outermost code that is open, and where its content begins. */
  let code: { readonly depth: number; readonly name: string; readonly start: number } | undefined;
  let written = 0;
  let lastToken = 0;

  const isSkipped = (): boolean => code !== undefined && path.at(-1) === 'sub';
  const addText = (text: string): void => {
    if (!variant || !isInSegment || variant.isTooLong || isSkipped()) return;
    if (variant.text.length + text.length > maxCharacters) variant.isTooLong = true;
    else variant.text += text;
  };

  parser.on('error', (error) => {
    throw new DocumentError('malformed', `TMX: ${placeOf(error.message)}`);
  });
  parser.on('doctype', (declaration) => {
    lastToken = written;
    if (!declaration.includes('[')) return;
    throw new DocumentError('malformed', 'Document types with declarations are not accepted.');
  });
  for (const event of ['comment', 'processinginstruction', 'xmldecl'] as const) {
    parser.on(event, () => {
      lastToken = written;
    });
  }
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (text) => {
      lastToken = written;
      addText(text);
    });
  }
  parser.on('opentag', (tag) => {
    lastToken = written;
    if (path.length === 0 && tag.name !== 'tmx') {
      throw new DocumentError('format_mismatch', 'It is not a TMX file.');
    }
    path.push(tag.name);
    if (path.length > MAX_DEPTH) {
      throw new DocumentError('too_large', `More than ${MAX_DEPTH} elements inside one another.`);
    }
    if (tag.name === 'header') headerLanguage = sourceLanguageOf(tag);
    else if (tag.name === 'tu') {
      unitLanguage = tag.attributes.srclang === undefined ? headerLanguage : sourceLanguageOf(tag);
      variants = [];
    } else if (tag.name === 'tuv') {
      const language = tag.attributes['xml:lang'] ?? tag.attributes.lang ?? '';
      variant = { language, text: '', codes: [], isTooLong: false };
    } else if (tag.name === 'seg') isInSegment = true;
    else if (variant && isInSegment && !code && Object.hasOwn(CODE_NUMBERS, tag.name)) {
      code = { depth: path.length, name: codeName(tag), start: variant.text.length };
    }
  });
  parser.on('closetag', ({ name }) => {
    lastToken = written;
    if (code?.depth === path.length) {
      const end = variant?.text.length ?? 0;
      // A code without its content cannot be told from the next one, and nothing is lost without it.
      if (end > code.start) variant?.codes.push({ name: code.name, start: code.start, end });
      code = undefined;
    }
    path.pop();
    if (name === 'seg') isInSegment = false;
    else if (name === 'tuv') {
      const { language = '', text = '', codes = [], isTooLong = true } = variant ?? {};
      variant = undefined;
      if (!isTooLong && variants.length < MAX_VARIANTS) variants.push({ language, text, codes });
    } else if (name === 'tu') units.push({ sourceLanguage: unitLanguage, variants });
  });

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
  const take = (): readonly TmxUnit[] => {
    const taken = units;
    units = [];
    return taken;
  };
  return {
    write(bytes) {
      read(decode.write(bytes));
      return take();
    },
    end() {
      read(decode.end());
      parser.close();
      return take();
    },
  };
};

const sourceLanguageOf = ({ attributes: { srclang } }: SaxesTagPlain): string | undefined =>
  srclang === undefined || srclang === '*all*' || srclang === '' ? undefined : srclang;

const codeName = ({ name, attributes }: SaxesTagPlain): string => {
  const number = attributes[CODE_NUMBERS[name] ?? 'x'] ?? '';
  return `${name}:${number.slice(0, 16)}`;
};

/** Messages of the parser quote what is wrong; texts of a memory are not for logs. */
const placeOf = (message: string): string =>
  message.replace(/^(\d+):(\d+): ([^:<"&]{0,60}).*$/s, 'line $1, column $2: $3').trim();
