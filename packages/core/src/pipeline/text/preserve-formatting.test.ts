import { describe, expect, it } from 'vitest';
import { preserveFormatting } from './preserve-formatting.js';

describe('preserving the formatting of a sentence', () => {
  it.each([
    ['hello', 'Hola', 'hola'],
    ['Hello', 'hola', 'Hola'],
    ['Hello', '¡hola!', '¡Hola'],
    ['hello!', '¡Hola', '¡hola!'],
    ['Wait...', 'Espera.', 'Espera...'],
    ['Wait', 'Espera.', 'Espera'],
    ['PhoQP works', 'PhoQP funciona.', 'PhoQP funciona'],
    ['{name} is here.', 'Aquí está {name}', 'Aquí está {name}.'],
    ['Hello {name}', '{name} kaixo', '{name} kaixo'],
    ['你好。', 'Hola', 'Hola。'],
    ['...', '...', '...'],
  ])('%s with %s gives %s', (source, translated, expected) => {
    expect(preserveFormatting(source, translated)).toBe(expected);
  });
});
