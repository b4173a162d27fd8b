import { describe, expect, it } from 'vitest';
import { type CarriedPiece, placeholder } from './carry-spans.js';
import { openSpanishSentences, postEdit } from './post-edit.js';

const edit = (
  source: string,
  output: string,
  direction = { source: 'en', target: 'ca' },
  pieces: readonly CarriedPiece[] = [],
) => postEdit(source, output, direction, pieces);

describe('surface repairs', () => {
  it('gives a sentence its capital back', () => {
    expect(edit('She knows.', 'no ho sap.')).toBe('No ho sap.');
    expect(edit('“She knows.”', '“no ho sap.”')).toBe('“No ho sap.”');
  });

  it('does not begin a sentence where the source begins none', () => {
    expect(edit('red house', 'Casa roja')).toBe('casa roja');
    expect(edit('the NATO', 'NATO')).toBe('NATO');
  });

  it('takes the capital off a word that moved away from the start', () => {
    expect(edit('She doesn’t like it.', 'no Li agrada.')).toBe('No li agrada.');
    expect(edit('I know Maria.', 'Conec la Maria.')).toBe('Conec la Maria.');
  });

  it.each([
    ['Yes.', 'Sí', 'Sí.'],
    ['Yes', 'Sí.', 'Sí'],
    ['Yes...', 'Sí.', 'Sí...'],
    ['“Yes!”', '“Sí”', '“Sí!”'],
    ['Yes.', 'Sí..', 'Sí.'],
  ])('keeps the final punctuation of %j', (source, output, expected) => {
    expect(edit(source, output)).toBe(expected);
  });

  it.each([
    ['Versjon 1.5 er ute.', 'Version 1 5 är ute.', 'Version 1.5 är ute.'],
    ['Klokka 10.30 og 1.2.3', 'Klockan 10 30 och 1 2 3', 'Klockan 10.30 och 1.2.3'],
    ['10.000 kroner', '10 000 kronor', '10 000 kronor'],
    ['1.000.000 og 21.5', '1 000 000 och 21 5', '1 000 000 och 21.5'],
  ])('keeps points in numbers that separate no thousands: %s', (source, output, expected) => {
    expect(edit(source, output, { source: 'nb', target: 'sv' })).toBe(expected);
  });

  it('takes linear time', () => {
    const text = `${'!'.repeat(10_000)}${')'.repeat(10_000)}a ${'. '.repeat(10_000)}`;
    expect(edit(text, text, { source: 'en', target: 'es' })).toContain('a');
  });

  it('removes a space before punctuation that the source does not have', () => {
    expect(edit('I know, yes.', 'Ho sé , sí .')).toBe('Ho sé, sí.');
  });

  it('removes the spaces French sets before punctuation, of any kind', () => {
    const direction = { source: 'fr', target: 'ca' };
    expect(edit('Oui ? Non !', 'Sí ? No !', direction)).toBe('Sí? No!');
    const pieces = [{ text: '\u00a0', kind: 'blank' as const, spans: [], span: undefined }];
    expect(edit(`Oui${placeholder(0)}?`, `Sí${placeholder(0)}?`, direction, pieces)).toBe('Sí?');
  });

  it('sets no spaces beside white space that was carried', () => {
    const pieces = [{ text: '\n', kind: 'blank' as const, spans: [], span: undefined }];
    expect(edit(`a${placeholder(0)}b`, `a ${placeholder(0)} b`, undefined, pieces)).toBe(
      `a${placeholder(0)}b`,
    );
  });

  it('writes apostrophes the way the source does', () => {
    expect(edit('J’aime l’eau', "M'agrada l'aigua", { source: 'fr', target: 'ca' })).toBe(
      'M’agrada l’aigua',
    );
    expect(edit("J'aime l’eau", "M'agrada l'aigua", { source: 'fr', target: 'ca' })).toBe(
      "M'agrada l'aigua",
    );
  });

  it('takes Spanish opening marks out of other languages', () => {
    expect(edit('¿Dónde?', '¿Dove?', { source: 'es', target: 'it' })).toBe('Dove?');
  });

  it('opens questions in Spanish and its variants only', () => {
    expect(edit('Yes?', 'Sí?', { source: 'en', target: 'es-419' })).toBe('¿Sí?');
    expect(edit('Yes?', 'Sí?', { source: 'en', target: 'ca' })).toBe('Sí?');
  });
});

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
