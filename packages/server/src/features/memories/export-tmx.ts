import { toWireCode } from '@dragoman/contract';
import { nextTurn } from '@dragoman/core/turns';
import { TMX_TAIL, tmxHead, tmxUnit } from '@dragoman/documents';
import { VERSION } from '../../platform/configuration/version.js';
import type { MemoryRecord, MemoryStore } from './memory-record.js';

const SEGMENTS_PER_TURN = 200;

/**
 * A translation memory as a TMX file in UTF-8, piece by piece.
 *
 * @throws Error if it is removed meanwhile
 */
export async function* exportTmx(
  { number, sourceLanguage, segmentCount }: MemoryRecord,
  store: Pick<MemoryStore, 'readSegments'>,
): AsyncGenerator<string> {
  yield tmxHead(toWireCode(sourceLanguage), VERSION);
  for (let position = 0; position < segmentCount; ) {
    const segments = await store.readSegments(number, position, SEGMENTS_PER_TURN);
    const last = segments.at(-1);
    if (!last) throw new Error('the translation memory was removed');
    yield segments
      .map(({ text, codes, targets }) =>
        tmxUnit(
          [{ language: sourceLanguage, text, codes }, ...targets].map((variant) => ({
            ...variant,
            language: toWireCode(variant.language),
          })),
        ),
      )
      .join('');
    position = last.position + 1;
    await nextTurn();
  }
  yield TMX_TAIL;
}
