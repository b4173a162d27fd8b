import { DocumentError } from './document-error.js';
import { FORMATS } from './formats.js';
import { directionOf } from './language.js';
import type { Inline, Slot, TranslatableDocument, Unit, WriteOptions } from './model.js';
import { fallBackToText, parseTranslation } from './units/parse-translation.js';
import { renderPart } from './units/render-part.js';

/** A translated document. */
export interface WrittenDocument {
  readonly bytes: Uint8Array;
  /** Units whose codes were lost, and which were written as plain text instead: indices. */
  readonly fallbacks: readonly number[];
  /** Names of the parts that are not what they were. */
  readonly changed: ReadonlySet<string>;
  /** What is to be known about the result, in sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Writes the translations into the document. What is not translated keeps its bytes; units
 * translated into themselves are left alone.
 *
 * @param translations one for every unit, in their order and form
 * @throws DocumentError output_format_unsupported
 * @throws RangeError when the number of translations is not that of the units
 */
export const writeDocument = async (
  document: TranslatableDocument,
  translations: readonly string[],
  options: WriteOptions = {},
): Promise<WrittenDocument> => {
  if (translations.length !== document.units.length) {
    throw new RangeError(`${document.units.length} units need as many translations.`);
  }
  const { targetLanguage } = options;
  const [usualFormat] = FORMATS[document.format].outputFormats;
  const outputFormat = options.outputFormat ?? usualFormat;
  if (outputFormat && !FORMATS[document.format].outputFormats.includes(outputFormat)) {
    throw new DocumentError('output_format_unsupported');
  }
  const direction = options.direction ?? (targetLanguage && directionOf(targetLanguage));
  const resolved = {
    ...options,
    ...(direction && { direction }),
    ...(outputFormat && { outputFormat }),
  };
  const fallbacks = new Set<number>();
  const changed = new Map<string, string>();
  for (const part of document.parts) {
    const text = renderPart(part, {
      fill: (slot) => fillSlot(slot, { document, translations, fallbacks }),
      finish: (slot, rendered) => slot.finish?.(rendered, resolved) ?? rendered,
      write: resolved,
      edits: part.localize?.(resolved) ?? [],
    });
    if (text !== part.text) changed.set(part.name, text);
  }
  const packed = await document.pack(changed, resolved);
  const { bytes, notes } = 'notes' in packed ? packed : { bytes: packed, notes: [] };
  return {
    bytes,
    notes,
    fallbacks: [...fallbacks].sort((a, b) => a - b),
    changed: new Set(changed.keys()),
  };
};

interface Filling {
  readonly document: TranslatableDocument;
  readonly translations: readonly string[];
  readonly fallbacks: Set<number>;
}

const fillSlot = (
  slot: Slot,
  { document, translations, fallbacks }: Filling,
): readonly Inline[] | undefined => {
  const unit = document.units[slot.unit] as Unit;
  const translation = translations[slot.unit] as string;
  const isSame = (index: number): boolean => translations[index] === document.units[index]?.text;
  if (!slot.isAdded && (slot.together ?? [slot.unit]).every(isSame)) return undefined;
  if (slot.isMoved) return [];
  const { before, core, after, codes } = slot;
  if (!unit.hasMarkup) return [...before, { kind: 'text', text: translation }, ...after];
  const inlines = parseTranslation(translation, core, codes);
  if (!inlines) fallbacks.add(slot.unit);
  return [...before, ...(inlines ?? fallBackToText(translation, core, codes)), ...after];
};
