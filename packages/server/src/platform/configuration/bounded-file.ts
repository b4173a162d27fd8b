import { closeSync, openSync, readSync } from 'node:fs';

/** What was read, or why it could not be; the reason names neither path nor content. */
export type FileText = { readonly text: string } | { readonly code: string };

/** Reads a small text file; one longer than `maxBytes` gives the code `too large`. */
export const readBoundedFile = (path: string, maxBytes: number): FileText => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    // Pipes and special files give less than asked, so read on until the end or the bound.
    while (length <= maxBytes) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) return { text: buffer.toString('utf8', 0, length) };
      length += read;
    }
    return { code: 'too large' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { code: typeof code === 'string' ? code : 'unreadable' };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};
