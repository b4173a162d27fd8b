import { type Token as Parse5Token, Tokenizer, TokenizerMode } from 'parse5';

/** An attribute with the place of all of it, name and value. */
export interface HtmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A token with its place in the source. Text is decoded. */
export type HtmlToken = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: readonly HtmlAttribute[];
      readonly isSelfClosing: boolean;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'other' }
);

/** Elements whose content the tokenizer must not read as markup. */
const CONTENT_MODES: Readonly<Record<string, number>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

/**
 * Reads HTML as browsers do, into a flat list: what is opened and never closed, or crossed, is the
 * business of whoever reads the list.
 *
 * @param isXml XHTML: elements may close themselves, and there is CDATA
 */
export const tokenizeHtml = (source: string, isXml: boolean): readonly HtmlToken[] => {
  const tokens: HtmlToken[] = [];
  const placeOf = ({ location }: Parse5Token.Token) => ({
    start: location?.startOffset ?? 0,
    end: location?.endOffset ?? 0,
  });
  const onText = (token: Parse5Token.CharacterToken): void => {
    const place = placeOf(token);
    tokens.push({ kind: 'text', text: token.chars, ...place });
  };
  const onOther = (token: Parse5Token.Token): void => {
    tokens.push({ kind: 'other', ...placeOf(token) });
  };
  let foreignDepth = 0;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { tagName: name, selfClosing: isSelfClosing } = token;
        const isForeign = name === 'svg' || name === 'math';
        if (isForeign && !isSelfClosing) foreignDepth++;
        tokenizer.inForeignNode = isXml || foreignDepth > 0;
        const mode = CONTENT_MODES[name];
        if (mode !== undefined && foreignDepth === 0 && !(isXml && isSelfClosing)) {
          tokenizer.state = mode as typeof tokenizer.state;
        }
        const attributes = token.attrs.map(({ name: attribute, value }) => {
          const place = token.location?.attrs?.[attribute];
          return {
            name: attribute,
            value,
            start: place?.startOffset ?? 0,
            end: place?.endOffset ?? 0,
          };
        });
        tokens.push({ kind: 'open', name, attributes, isSelfClosing, ...placeOf(token) });
      },
      onEndTag(token) {
        if ((token.tagName === 'svg' || token.tagName === 'math') && foreignDepth > 0) {
          foreignDepth--;
        }
        tokenizer.inForeignNode = isXml || foreignDepth > 0;
        tokens.push({ kind: 'close', name: token.tagName, ...placeOf(token) });
      },
      onCharacter: onText,
      onNullCharacter: onText,
      onWhitespaceCharacter: onText,
      onComment: onOther,
      onDoctype: onOther,
      onEof() {},
    },
  );
  tokenizer.inForeignNode = isXml;
  tokenizer.write(source, true);
  return tokens;
};
