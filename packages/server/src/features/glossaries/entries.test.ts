import { describe, expect, it } from 'vitest';
import { type EntriesChange, editEntries } from './entries.js';
import { inGlossaryThread } from './glossary-work.js';
import { textOf } from './tsv.js';

const sent = (entries: string) => ({ source: 'en', target: 'de', format: 'tsv', entries }) as const;

describe('a change of entries', () => {
  const change: EntriesChange = {
    known: Buffer.from('house\tHaus\ndog\tHund\ncat\tKatze'),
    removed: ['dog', 'mouse'],
    sent: sent('house\tHeim\nbird\tVogel'),
  };

  it('removes some, replaces those with the same source and adds others', async () => {
    const { tsv, entryCount } = await editEntries(change);
    expect(textOf(tsv)).toBe('house\tHeim\ncat\tKatze\nbird\tVogel');
    expect(entryCount).toBe(3);
  });

  it('is the same in a thread, with its errors', async () => {
    const { tsv, entryCount } = await inGlossaryThread('edit', change);
    const edited = await editEntries(change);
    expect([textOf(tsv), entryCount]).toEqual([textOf(edited.tsv), edited.entryCount]);
    const wrong = { known: Buffer.from(''), sent: sent('house\tHaus\nhouse\tHeim') };
    const problem = await editEntries(wrong).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'invalid_parameter', parameter: 'entries' });
    const { code, message, detail } = problem as Record<string, unknown>;
    await expect(inGlossaryThread('edit', wrong)).rejects.toMatchObject({ code, message, detail });
  });
});
