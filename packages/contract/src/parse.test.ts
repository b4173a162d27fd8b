import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isAppError } from './errors.js';
import { parse } from './parse.js';

const names = z.enum(['one', 'two']);
const upTo = (most: number) => z.number().min(0).max(most);

const refusalOf = (address: string, parameter: string, schema: z.ZodType, value: unknown) => {
  try {
    parse(z.object({ [parameter]: schema }), { [parameter]: value }, address);
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('a parameter with its own sentence', () => {
  it.each([
    ['/v3/languages', 'resource', names, 'three'],
    ['/v2/languages', 'type', names, 'three'],
    ['/v2/translate', 'translation_memory_threshold', upTo(100), 500],
    ['/v2/translate', 'translation_memory_threshold', upTo(100), 'much'],
    ['/v3/style_rules', 'prompt', z.string().max(3), 'long'],
    ['/v3/style_rules', 'custom_instructions', z.array(z.string()).max(1), ['a', 'b']],
    ['/v3/translation_memories/import', 'content_length', upTo(3), 4],
  ])('that says what is allowed says it once: %s %s', (address, parameter, schema, value) => {
    const { message, detail } = refusalOf(address, parameter, schema, value);
    expect(message).not.toBe('');
    expect(detail).toBeUndefined();
  });

  it.each([
    ['/v2/glossaries', 'entries_format', names, 'three', 'Allowed: one, two.'],
    ['/v3/glossaries', 'name', z.string().min(1, 'It is empty.'), '', 'It is empty.'],
    ['/v3/style_rules', 'style_id', z.string().regex(/^x$/, 'It is x.'), 'y', 'It is x.'],
  ])(
    'that leaves it open has it as its detail: %s %s',
    (address, parameter, schema, value, why) => {
      expect(refusalOf(address, parameter, schema, value).detail).toBe(why);
    },
  );
});
