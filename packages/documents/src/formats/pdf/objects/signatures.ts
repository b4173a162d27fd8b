import type { ObjectAppender } from './append-objects.js';
import type { PdfFile } from './pdf-file.js';
import { isReference, nameOf, type PdfReference, type PdfValue } from './pdf-values.js';

const MAX_FIELDS = 10_000;

/** The fields of a form that are signed. */
const signedFields = (file: PdfFile): readonly PdfReference[] => {
  const form = file.dictionary(file.dictionary(file.trailer.get('Root')).get('AcroForm'));
  const signed: PdfReference[] = [];
  const seen = new Set<number>();
  const waiting = [...file.list(form.get('Fields'))];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isReference(value) || seen.has(value.number) || seen.size > MAX_FIELDS) continue;
    seen.add(value.number);
    const field = file.dictionary(value);
    waiting.push(...file.list(field.get('Kids')));
    const isSignature = nameOf(file.resolve(field.get('FT'))) === 'Sig';
    if (isSignature && file.dictionary(field.get('V')).has('ByteRange')) signed.push(value);
  }
  return signed;
};

/** Whether somebody has signed a file, as it is or in a form of it. */
export const isSigned = (file: PdfFile): boolean => signedFields(file).length > 0;

/** Takes signatures away, which would be shown to be invalid. */
export const dropSignatures = (file: PdfFile, appender: ObjectAppender): void => {
  for (const reference of signedFields(file)) {
    const field = new Map<string, PdfValue>(file.dictionary(reference));
    field.delete('V');
    appender.set(reference, field);
  }
};
