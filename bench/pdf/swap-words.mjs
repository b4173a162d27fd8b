/** Words of real sentences in languages that the starter models do not know: of the declaration of human rights. */
const TEXTS = {
  ar: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق، وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء.',
  he: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  el: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.',
  zh: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
  en: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
};

/** A letter of Chinese or Japanese says about as much as two of others. */
const isDense = (text) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text);
const lengthOf = (text) => text.length * (isDense(text) ? 2 : 1);

/** Text without markup: words of about the same length in all, one after the other. */
const createSwap = (language) => {
  const text = TEXTS[language];
  const words = isDense(text) ? [...text] : text.split(' ');
  const space = isDense(text) ? '' : ' ';
  let next = 0;
  return (source) => {
    const wanted = lengthOf(source.trim());
    let swapped = '';
    while (lengthOf(swapped) < wanted || swapped === '') {
      const word = words[next++ % words.length];
      if (swapped !== '' && lengthOf(swapped) + lengthOf(word) > wanted * 1.1) break;
      swapped += swapped === '' ? word : space + word;
    }
    const [before] = /^\s*/.exec(source);
    const [after] = /\s*$/.exec(source);
    return before + swapped + after;
  };
};

/** German is longer than English, mostly in its long words. */
const longer = (word) => (word.length > 5 ? `${word.replace(/e/, 'ä')}en` : word);

/**
 * A translation without an engine.
 *
 * @param language one of those that there are words of; otherwise long words get longer
 */
export const createTranslation = (language) => {
  const swap = Object.hasOwn(TEXTS, language) ? createSwap(language) : undefined;
  const change = (text) => {
    if (!swap) return text.replace(/\p{L}+/gu, longer);
    return /\p{L}/u.test(text) ? swap(text) : text;
  };
  return (unit) => {
    let text = '';
    let position = 0;
    const codes = unit.codes.map((code) => {
      text += change(unit.text.slice(position, code.at));
      const at = text.length;
      position = code.at + code.length;
      text += unit.text.slice(code.at, position);
      return { ...code, at };
    });
    return { text: text + change(unit.text.slice(position)), codes };
  };
};
