import { describe, expect, it } from 'vitest';
import { openSpanishSentences } from './spanish-punctuation.js';

describe('Spanish opening marks', () => {
  it.each([
    ['Dónde vives?', '¿Dónde vives?'],
    ['Qué bien!', '¡Qué bien!'],
    ['Buenos días, cómo eres hoy?', 'Buenos días, ¿cómo eres hoy?'],
    ['Hola, vienes?', 'Hola, ¿vienes?'],
    ['Hola Ana, vienes?', 'Hola Ana, ¿vienes?'],
    ['Si llueve, vienes?', 'Si llueve, ¿vienes?'],
    ['Hola, Ana!', '¡Hola, Ana!'],
    ['Si llueve, quédate!', 'Si llueve, ¡quédate!'],
    ['Vienes mañana, no?', 'Vienes mañana, ¿no?'],
    ['Quieres café, o prefieres té?', '¿Quieres café, o prefieres té?'],
    ['Dónde vives, y cómo te llamas?', '¿Dónde vives, y cómo te llamas?'],
    ['Y tú, de dónde eres?', 'Y tú, ¿de dónde eres?'],
    ['Vine. Por qué te fuiste? No lo sé.', 'Vine. ¿Por qué te fuiste? No lo sé.'],
    ['Ven! Ya! Ahora?', '¡Ven! ¡Ya! ¿Ahora?'],
    ['Conoces al Sr. López?', '¿Conoces al Sr. López?'],
    ['Cuesta 3.5 euros?', '¿Cuesta 3.5 euros?'],
    ['"Vienes?", dijo.', '"¿Vienes?", dijo.'],
    ['(De verdad?)', '(¿De verdad?)'],
    ['Cómo?!', '¡¿Cómo?!'],
    ['— Vienes?', '— ¿Vienes?'],
  ])('%s', (plain, opened) => {
    expect(openSpanishSentences(plain)).toBe(opened);
  });

  it.each(['¿Dónde vives?', 'Hola, ¿vienes?', 'No lo sé.', 'Mira en ejemplo.org/a?b=c ahora.', ''])(
    'leaves %j as it is',
    (text) => {
      expect(openSpanishSentences(text)).toBe(text);
    },
  );

  it('takes linear time', () => {
    const text = 'Bueno, no? '.repeat(20_000);
    expect(openSpanishSentences(text).split('¿')).toHaveLength(20_001);
  });
});
