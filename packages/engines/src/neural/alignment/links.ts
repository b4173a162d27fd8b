import type { TextTokens, TokenText } from '../student/vocabulary.js';
import type { Link, Range } from './aligned-text.js';

// Words as tags stand around them: all that is between blanks.
const WORD = /[^ \n]+/g;
// A token after or with one of these begins a word of its own.
const BOUNDARY = /[\s,.(){}[\]0-9]/;

/** What a translation was made of and looked at. */
interface Attention {
  readonly source: string;
  /** The tokens of the source, without its end. */
  readonly sourceTokens: TextTokens;
  readonly target: TokenText;
  /** A row for each token of the translation, with how much it looks at each of the source. */
  readonly rows: Float32Array;
  /** How long a row is: the tokens of the source with its end. */
  readonly rowLength: number;
}

/**
 * Finds out where the words of a translation come from. A token comes from the one it looks at most,
 * and all of a word from where its most certain token does.
 */
export const findLinks = (attention: Attention): readonly Link[] => {
  const { target } = attention;
  const words = wordsOfTokens(attention);
  const origins = originsOf(attention);
  const links: Link[] = [];
  let last: { start: number; end: number; readonly source: Range } | undefined;
  for (const [token, origin] of origins.entries()) {
    const from = token === 0 ? 0 : (target.ends[token - 1] as number);
    const end = target.ends[token] as number;
    const text = target.text.slice(from, end);
    const start = from + text.length - text.trimStart().length;
    const source = words[origin];
    if (start >= end) continue;
    if (source === undefined) last = undefined;
    else if (last && last.source === source) last.end = end;
    else {
      last = { start, end, source };
      links.push({ target: last, source });
    }
  }
  return links.map(({ target: { start, end }, source }) => ({ target: { start, end }, source }));
};

/** For each token of the source the word it belongs to; none for a blank and for the end. */
const wordsOfTokens = ({ source, sourceTokens }: Attention): readonly (Range | undefined)[] => {
  const words = Array.from(source.matchAll(WORD), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  let next = 0;
  return Array.from(sourceTokens.starts, (tokenStart, token) => {
    const tokenEnd = sourceTokens.ends[token] as number;
    // A token may begin with the blank before its word.
    const text = source.slice(tokenStart, tokenEnd);
    const start = tokenStart + text.length - text.trimStart().length;
    while (next < words.length && (words[next] as Range).end <= start) next++;
    const word = words[next];
    return word && word.start < tokenEnd ? word : undefined;
  });
};

const originsOf = ({ rows, rowLength, target }: Attention): readonly number[] => {
  const count = Math.min(target.ends.length, Math.floor(rows.length / rowLength));
  const origins: number[] = [];
  const certainties: number[] = [];
  for (let token = 0; token < count; token++) {
    const row = rows.subarray(token * rowLength, (token + 1) * rowLength);
    let origin = 0;
    for (let at = 1; at < row.length; at++) {
      if ((row[at] as number) > (row[origin] as number)) origin = at;
    }
    let certainty = row[origin] as number;
    if (token > 0 && goesOn(target, token)) {
      const before = certainties[token - 1] as number;
      if (certainty < before) {
        origin = origins[token - 1] as number;
        certainty = before;
      } else {
        for (let part = token - 1; part >= 0; part--) {
          origins[part] = origin;
          certainties[part] = certainty;
          if (!goesOn(target, part)) break;
        }
      }
    }
    origins.push(origin);
    certainties.push(certainty);
  }
  return origins;
};

/** Whether a token is inside the word that was begun before it. */
const goesOn = ({ text, ends }: TokenText, token: number): boolean => {
  const start = token === 0 ? 0 : (ends[token - 1] as number);
  const [before, first] = [text.charAt(start - 1), text.charAt(start)];
  return before !== '' && first !== '' && !BOUNDARY.test(before) && !BOUNDARY.test(first);
};
