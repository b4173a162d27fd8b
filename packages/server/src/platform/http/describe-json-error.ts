import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Reasons for the usual mistakes; for others the position alone is reported. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value; strings need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is more after the end of the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a string has no closing quotation mark on its line',
  UnexpectedEndOfNumber: 'a number ends too early',
  InvalidUnicode: '\\u must be followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'this escape sequence does not exist',
  InvalidCharacter: 'control characters, such as line breaks, must be escaped',
};

const UNEXPLAINED = 'The request body is not valid JSON.';

/**
 * Says where and why a text that a stricter parser refused is not JSON. The text is not quoted: it
 * may be private, and messages are logged.
 */
export const describeJsonError = (text: string): string => {
  const error = firstError(text);
  if (!error) return UNEXPLAINED;
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
    // The text is nested too deeply for a recursive parser.
    return undefined;
  }
  return errors[0];
};
