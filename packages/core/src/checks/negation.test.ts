import { describe, expect, it } from 'vitest';
import { keepsNegation } from './negation.js';

describe('a negation', () => {
  it.each([
    ['en', 'de', 'I do not know.', 'Ich weiß.'],
    ['en', 'de', "She isn't here.", 'Sie ist hier.'],
    ['en', 'fr', 'Nobody called.', 'Quelqu’un a appelé.'],
    ['de', 'en', 'Ich habe keine Zeit.', 'I have time.'],
    ['es', 'en', 'No lo sé.', 'I know.'],
    ['ru', 'en', 'Я не знаю.', 'I know.'],
    ['ja', 'en', '知りません。', 'I know.'],
    ['en', 'zh', 'I never drink tea.', '我喝茶。'],
    ['en', 'de', 'I do not know him and his wife.', 'Ich kenne ihn und seine Frau.'],
    ['en', 'it', 'I am not at home.', 'Io sono a casa.'],
    ['en', 'es', 'I have not slept since Monday.', 'He dormido desde el lunes.'],
    ['de', 'en', 'Ich gehe nicht ins Haus.', 'I go into the house.'],
    ['en', 'nl', 'We did not meet under the bridge.', 'We ontmoetten ons onder de brug.'],
  ])('is lost, %s to %s, in "%s" → "%s"', (from, to, source, translated) => {
    expect(keepsNegation(source, translated, { source: from, target: to })).toBe(false);
  });

  it.each([
    ['en', 'de', 'I do not know.', 'Ich weiß es nicht.'],
    ['en', 'de', 'It is not possible.', 'Es ist unmöglich.'],
    ['en', 'de', 'You do not need a password.', 'Es geht ohne Passwort.'],
    ['en', 'es', 'I don’t know.', 'No lo sé.'],
    ['de', 'en', 'Er hat nie gelogen.', 'He has never lied.'],
    ['de', 'en', 'Das ist nicht sicher.', 'That is unsafe.'],
    ['en', 'de', 'That is not usual.', 'Das ist ungewöhnlich.'],
    ['en', 'it', 'He is not known.', 'È sconosciuto.'],
    ['en', 'fr', 'That is not possible.', "C'est impossible."],
    ['en', 'es', 'He is not known.', 'Es desconocido.'],
    ['en', 'fr', 'He is not here.', "Il n'est pas ici."],
    ['en', 'ja', 'I do not know.', '知りません。'],
    ['pl', 'en', 'Nie wiem.', "I don't know."],
  ])('is kept, %s to %s, in "%s" → "%s"', (from, to, source, translated) => {
    expect(keepsNegation(source, translated, { source: from, target: to })).toBe(true);
  });

  it('of a set phrase may go', () => {
    const pair = { source: 'en', target: 'de' };
    expect(keepsNegation("It's cold, isn't it?", 'Es ist kalt, oder?', pair)).toBe(true);
    expect(keepsNegation('Why not?', 'Gerne!', pair)).toBe(true);
  });

  it('in a part of a word is none', () => {
    expect(keepsNegation('Notes of the knot', 'Notizen', { source: 'en', target: 'de' })).toBe(
      true,
    );
    expect(keepsNegation('I cannot go.', 'Ich gehe, Annie.', { source: 'en', target: 'de' })).toBe(
      false,
    );
  });

  it('is not looked for in a language without a table', () => {
    expect(keepsNegation('I do not know.', 'Nem tudom.', { source: 'en', target: 'hu' })).toBe(
      true,
    );
  });
});
