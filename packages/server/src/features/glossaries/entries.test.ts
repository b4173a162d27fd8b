import { describe, expect, it } from 'vitest';
import { type EntriesChange, editEntries } from './entries.js';
import { inGlossaryThread } from './glossary-work.js';

const sent = (entries: string) => ({ source: 'en', target: 'de', format: 'tsv', entries }) as const;

describe('a change of entries', () => {
  const change: EntriesChange = {
    known: 'house\tHaus\ndog\tHund\ncat\tKatze',
    removed: ['dog', 'mouse'],
    sent: sent('house\tHeim\nbird\tVogel'),
  };

  it('removes some, replaces those with the same source and adds others', async () => {
    expect(await editEntries(change)).toEqual({
      tsv: 'house\tHeim\ncat\tKatze\nbird\tVogel',
      entryCount: 3,
    });
  });

  it('is the same in a thread, with its errors', async () => {
    expect(await inGlossaryThread('edit', change)).toEqual(await editEntries(change));
    const wrong = { known: '', sent: sent('house\tHaus\nhouse\tHeim') };
    const problem = await editEntries(wrong).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'invalid_parameter', parameter: 'entries' });
    const { code, message, detail } = problem as Record<string, unknown>;
    await expect(inGlossaryThread('edit', wrong)).rejects.toMatchObject({ code, message, detail });
  });
});
