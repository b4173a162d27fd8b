import { DocumentError } from '../document-error.js';
import { byteOrderMarkOf } from '../encoding/text-encoding.js';
import { declaredXmlEncoding } from '../xml/xml-encoding.js';

/** Enough for the declaration that names the encoding. */
const HEAD_BYTES = 512;

/** Decodes XML piece by piece: by its byte order mark, or else as it declares itself. */
export const decodeStream = (): {
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
