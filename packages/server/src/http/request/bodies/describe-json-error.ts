import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** What is wrong, for the mistakes people make; the rest is told by its position alone. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value; texts need double quotes',
  InvalidNumberFormat: 'this is no number',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is more after the end of the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a text has no closing quotation mark on its line',
  UnexpectedEndOfNumber: 'a number ends too early',
  InvalidUnicode: 'there are four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'there is no such escape',
  InvalidCharacter: 'control characters, such as line breaks, have to be escaped',
};

const UNTOLD = 'The request body is not valid JSON.';

/**
 * Says where and why a text that a stricter parser refused is not JSON. The text itself is not
 * quoted, as it may be private and ends up in logs of errors.
 */
export const describeJsonError = (text: string): string => {
  const error = firstError(text);
  if (!error) return UNTOLD;
  const before = text.slice(0, error.offset).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  const reason = REASONS[printParseErrorCode(error.error)];
  return `The request body is not valid JSON at line ${before.length}, column ${column}${reason ? `: ${reason}` : ''}.`;
};

const firstError = (text: string): ParseError | undefined => {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // Nested deeper than its recursion goes.
    return undefined;
  }
  return errors[0];
};
