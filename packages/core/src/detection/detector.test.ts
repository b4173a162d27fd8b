import { beforeAll, describe, expect, test } from 'vitest';
import type { Detector } from './detection.js';
import { createDetector } from './detector.js';

const DEFAULT = new Set('ca es en fr it pt gl oc ro eo an sv da nb is'.split(' '));
const MANY = new Set(
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh'.split(
    ' ',
  ),
);

let detector: Detector;
beforeAll(async () => {
  detector = await createDetector();
}, 60_000);

const languageOf = (text: string, candidates: ReadonlySet<string> = MANY) =>
  detector.detect([text], candidates)[0]?.language;

describe('short texts of interfaces', () => {
  test.each([
    ['en', 'Reset password'],
    ['en', 'Merge conflict'],
    ['en', 'Debug mode'],
    ['en', 'Skip intro'],
    ['en', 'FACTORY RESET'],
    ['it', 'Reimposta la password'],
    ['de', 'Passwort vergessen'],
    ['fr', 'Mode sombre'],
    ['es', 'Cerrar sesión en el navegador'],
    ['sv', 'Ladda upp filen'],
  ])('%s: %s', (language, text) => {
    expect(detector.detectPreferring([text], DEFAULT)[0]?.language).toBe(language);
  });
});

describe('short sentences whose words Esperanto has, too', () => {
  test.each([
    ['it', 'La mia casa ha tre porte.'],
    ['es', 'Por el significado religioso de la medalla.'],
    ['es', 'al mando de la empresa'],
    ['fr', 'La confiture de figues a refroidi.'],
    ['eo', 'Mia amiko loĝas en la granda domo.'],
    ['eo', 'La infanoj ludas en la ĝardeno.'],
  ])('%s: %s', (language, text) => {
    expect(detector.detectPreferring([text], DEFAULT)[0]?.language).toBe(language);
  });
});

describe('sentences', () => {
  test.each([
    ['en', 'The weather was surprisingly good on the day we left.'],
    ['de', 'Das Wetter war an dem Tag, an dem wir abreisten, erstaunlich gut.'],
    ['es', 'El tiempo fue sorprendentemente bueno el día que nos marchamos.'],
    ['nb', 'Jeg vet ikke hvor jeg har lagt boken min, men den ligger ikke her.'],
    ['da', 'Jeg ved ikke, hvor jeg har lagt min bog, men den er ikke her.'],
    ['ru', 'Погода была удивительно хорошей в тот день, когда мы уезжали.'],
    ['uk', 'Погода була напрочуд гарною того дня, коли ми від’їжджали.'],
    ['ja', '私たちが出発した日は天気がとても良かった。'],
    ['ko', '우리가 떠난 날은 날씨가 아주 좋았다.'],
    ['zh', '我们离开的那天天气很好。'],
    ['th', 'วันที่เราออกเดินทางอากาศดีมาก'],
    ['ar', 'كان الطقس جيدًا في اليوم الذي غادرنا فيه.'],
    ['id', 'Saya tidak tahu di mana saya menaruh buku saya.'],
  ])('%s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test.each([
    ['gl', 'Non sei onde deixei o meu libro, pero aquí non está.'],
    ['gl', 'Mañá imos á praia coa xente do concello.'],
    ['gl', 'A cidade ten unha longa historia e moitos edificios antigos.'],
    ['oc', 'Sabi pas ont es lo meu libre, mas es pas aquí.'],
    ['oc', "L'occitan es una lenga parlada dins lo sud de França."],
    ['eo', 'Mi ne scias kie estas mia libro, sed ĝi ne estas ĉi tie.'],
    ['eo', 'La infanoj ludas en la granda parko post la lernejo.'],
    ['an', 'No sé án ye o mío libro, pero no ye aquí.'],
    ['an', "L'aragonés ye una luenga que se charra en Aragón."],
    ['pt', 'Não sei onde deixei o meu livro, mas aqui não está.'],
    ['es', 'No sé dónde he dejado mi libro, pero aquí no está.'],
    ['ca', 'No sé on he deixat el meu llibre, però aquí no hi és.'],
    ['fr', "Je ne sais pas où j'ai laissé mon livre, mais il n'est pas ici."],
    ['it', 'Non so dove ho lasciato il mio libro, ma non è qui.'],
  ])('%s among its neighbours: %s', (language, text) => {
    expect(languageOf(text, DEFAULT)).toBe(language);
  });

  test.each([
    ['af', ['nl', 'de', 'en'], 'Ek weet nie waar ek my boek gelos het nie.'],
    ['br', ['fr', 'en', 'es', 'eo'], "N'ouzon ket pelec'h emañ ma levr er gêr-mañ."],
    ['cy', ['en', 'fr'], 'Dydw i ddim yn gwybod lle mae fy llyfr.'],
    ['mk', ['bg', 'ru', 'sr'], 'Не знам каде ја оставив книгата, но не е овде.'],
    ['sr', ['hr', 'sl'], 'Ne znam gde sam ostavio knjigu, ali ovde je lepo vreme.'],
  ])('%s beside %j: %s', (language, neighbours, text) => {
    expect(languageOf(text, new Set([...neighbours, language]))).toBe(language);
  });
});

describe('stock phrases', () => {
  test.each([
    ['en', 'Hello, world!'],
    ['en', 'OK'],
    ['en', 'Cancel'],
    ['en', 'File'],
    ['en', 'Good morning!'],
    ['es', 'Buenos días'],
    ['fr', 'Bonjour'],
    ['pt', 'Olá'],
    ['eo', 'Saluton!'],
    ['ca', 'Bon dia'],
    ['it', 'Buongiorno'],
  ])('%s: %s', (language, text) => {
    expect(detector.detect([text], DEFAULT)[0]).toMatchObject({ language });
  });
});

describe('a short English text of an interface', () => {
  test.each([
    ['Debug mode', 'La maison est grande et belle.'],
    ['Reset password', 'La casa è grande e bella.'],
    ['Save changes', 'Das Haus ist groß und schön.'],
    ['Cookie settings', 'Das Haus ist groß und schön.'],
  ])('%s stays English beside a sentence: %s', (text, sentence) => {
    const [judged] = detector.detectPreferring([text, sentence], MANY);
    expect(judged).toMatchObject({ language: 'en', isWanted: true });
  });
  test('may be in the language of its neighbours where that has the word, too', () => {
    const [judged] = detector.detectPreferring(['Menu', 'La maison est grande et belle.'], MANY);
    expect(judged).toMatchObject({ language: 'fr' });
  });
});

describe('what cannot be told', () => {
  test.each(['', '  \n', '12 345,6', '!?…', '👍', '---'])('%j has no language', (text) => {
    expect(detector.detect([text], MANY)).toEqual([{ language: null, confidence: 0 }]);
  });
  test('a script no candidate is written in', () => {
    expect(languageOf('Погода хорошая', DEFAULT)).toBeNull();
    expect(languageOf('The weather', new Set(['ru', 'uk']))).toBeNull();
  });
  test('the only candidate of a script is answered', () => {
    expect(languageOf('Xyzzy plugh', new Set(['en', 'ru']))).toBe('en');
    expect(languageOf('Погода хорошая', new Set(['en', 'uk']))).toBe('uk');
  });
  test('no candidates at all', () => {
    expect(languageOf('Hello', new Set())).toBeNull();
  });
});

describe('Han characters', () => {
  test('show simplified and traditional Chinese', () => {
    const [simplified, traditional] = detector.detect(
      ['汉语语法学习', '漢語語法學習'],
      new Set(['zh']),
    );
    expect(simplified).toMatchObject({ language: 'zh', variant: 'Hans' });
    expect(traditional).toMatchObject({ language: 'zh', variant: 'Hant' });
  });
  test('are Japanese where they mix both standards, or the others of the request are', () => {
    expect(languageOf('会議')).toBe('ja');
    const [kanji] = detector.detect(['東京都', 'これは日本語の文章です。'], MANY);
    expect(kanji?.language).toBe('ja');
  });
  test('are Cantonese only if that is a candidate', () => {
    const text = '佢哋喺度做咩嘢';
    expect(languageOf(text, new Set(['zh', 'yue', 'ja']))).toBe('yue');
    expect(languageOf(text, new Set(['zh', 'ja']))).toBe('zh');
  });
});

describe('texts of one request', () => {
  const sentence = 'Bitte speichern Sie Ihre Änderungen, bevor Sie das Fenster schließen.';
  test('lend their language to those too short to tell', () => {
    const word = 'Filter';
    expect(languageOf(word)).not.toBe('de');
    expect(detector.detect([word, sentence], MANY)[0]?.language).toBe('de');
  });
  test('keep their own where they are sure', () => {
    const found = detector.detect(['Good morning', sentence, 'Добрый день'], MANY);
    expect(found.map(({ language }) => language)).toEqual(['en', 'de', 'ru']);
  });
});

test('a long text is judged by a sample', () => {
  const english = 'This is an ordinary English sentence. '.repeat(4000);
  expect(languageOf(english)).toBe('en');
  expect(languageOf('\u{1f44d}'.repeat(70_000))).toBeNull();
  expect(languageOf('<a'.repeat(65_536))).not.toBeUndefined();
});

test('addresses and placeholders say nothing about the language', () => {
  expect(languageOf('https://example.com/download/the/file {user_name} ist nicht verfügbar')).toBe(
    'de',
  );
});

describe('detecting for somebody who wants certain languages', () => {
  const judge = (...texts: string[]) => detector.detectPreferring(texts, DEFAULT);

  test.each([
    ['de', 'Das Wetter war an dem Tag, an dem wir abreisten, erstaunlich gut.'],
    ['hu', 'Nem tudom, hová tettem a könyvemet.'],
    ['vi', 'Tôi không biết tôi để quyển sách ở đâu.'],
    ['kk', 'Мен кітабымды қайда қойғанымды білмеймін.'],
    ['ko', '우리가 떠난 날은 날씨가 아주 좋았다.'],
  ])('%s is told although it is not wanted', (language, text) => {
    expect(judge(text)).toMatchObject([{ language, isWanted: false }]);
  });
  test('a wanted one is answered where the evidence is weak', () => {
    for (const text of ['km', 'Toyota', 'Pizza', 'n/a', 'x']) {
      expect(judge(text)[0], text).toMatchObject({ isWanted: true });
    }
  });
  test.each(['Lech Wałęsa visited Kraków and Łódź.', 'Nguyễn Văn Linh was elected.'])(
    'names do not make a text foreign: %s',
    (text) => {
      expect(judge(text)).toMatchObject([{ language: 'en', isWanted: true }]);
    },
  );
  test('a name by itself has no language', () => {
    expect(judge('Krzysztof Kieślowski')).toMatchObject([{ language: null }]);
  });
  test('capitals change nothing', () => {
    const texts = ['La casa es grande', 'Das Haus ist groß', 'Guten Tag', 'Jeg har ikke tid'];
    const plain = judge(...texts).map(({ language }) => language);
    const capitals = judge(...texts.map((text) => text.toUpperCase()));
    expect(capitals.map(({ language }) => language)).toEqual(plain);
  });
  test('short technical English stays English however many languages are wanted', () => {
    const terms = ['Machine learning', 'Cloud storage', 'Load balancer', 'Rate limit', 'Dashboard'];
    for (const term of terms) {
      expect(detector.detectPreferring([term], MANY)[0]?.language, term).toBe('en');
    }
  });
});
