import { createIcuMessages } from './formats/icu-messages.js';
import { DEFAULT_LIMITS } from './limits.js';
import type { Paragraph, ReadResult } from './model.js';
import { createParagraphCollector } from './paragraph-collector.js';
import { writeDocument } from './write-document.js';

/** A text that is an ICU message with branches. */
export interface Message {
  /** Whole sentences, one for each branch. */
  readonly paragraphs: readonly Paragraph[];
  /** Puts translations of the paragraphs into it, in their order. @param targetLanguage BCP 47 tag */
  write(translations: readonly Paragraph[], targetLanguage: string): Promise<WrittenMessage>;
}

export interface WrittenMessage {
  readonly text: string;
  /** Plural forms that were added or could not be, in sentences for people. */
  readonly notes: readonly string[];
}

/** @returns undefined for a text that has no branches, or nothing to translate in them */
export const readMessage = (source: string): Message | undefined => {
  const collector = createParagraphCollector(DEFAULT_LIMITS);
  const messages = createIcuMessages();
  const slots = messages.slots(source, 0, {
    collector,
    decode: (text) => text,
    encode: (text) => text,
    doublesApostrophes: source.includes("''"),
  });
  if (!slots || collector.paragraphs.length === 0) return undefined;
  const { paragraphs } = collector;
  const pack: ReadResult['pack'] = (changed) => ({
    bytes: Buffer.from(changed.get('') ?? source, 'utf8'),
    notes: messages.notes(),
  });
  const document = { format: 'txt', limits: DEFAULT_LIMITS, paragraphs, pack } as const;
  return {
    paragraphs,
    async write(translations, targetLanguage) {
      const parts = [{ name: '', text: source, slots }];
      const written = await writeDocument({ ...document, parts }, translations, { targetLanguage });
      return { text: Buffer.from(written.bytes).toString('utf8'), notes: written.notes };
    },
  };
};
