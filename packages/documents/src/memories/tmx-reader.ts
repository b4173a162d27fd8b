import { SaxesParser } from 'saxes';
import { DocumentError } from '../document-error.js';
import { decodeStream } from './decode-stream.js';
import { createUnitCollector } from './tmx-collector.js';
import type { TmxUnit } from './tmx-unit.js';

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

/**
 * Reads translation memories (TMX 1.1 to 1.4b). A document type is ignored; one that declares
 * anything is refused, so there are no entities but those of XML itself.
 *
 * @param maxCharacters longer segments are left out
 */
export const createTmxReader = (maxCharacters: number): TmxReader => {
  const parser = new SaxesParser({ position: true, xmlns: false } as const);
  const decode = decodeStream();
  const collector = createUnitCollector(maxCharacters);
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
