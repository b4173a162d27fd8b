/** Something of a message. Places are in the source of the message. */
export type MessagePart =
  | { readonly kind: 'text' | 'argument'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'number';
      readonly start: number;
      readonly end: number;
      /** The key of the branch it stands in. */
      readonly category: string;
    }
  | Choice
  | Ordinal;

export interface Choice {
  readonly kind: 'choice';
  readonly type: 'plural' | 'selectordinal' | 'select' | 'choice';
  readonly start: number;
  readonly end: number;
  /** What a plural takes off its number. */
  readonly offset?: number | undefined;
  readonly branches: readonly Branch[];
}

export interface Branch {
  readonly key: string;
  readonly start: number;
  /** Of the text in it. */
  readonly end: number;
  readonly parts: readonly MessagePart[];
}

/** How a format writes messages. */
export interface MessageDialect {
  /** Reads and writes text of a branch. @param specials signs that mean something in it */
  readonly decode: (source: string, specials: string) => string;
  readonly encode: (text: string, specials: string) => string;
  /**
   * Writes a branch that goes behind the one for all other numbers.
   *
   * @param isSpaced whether there is a space between the key and the text of that
   */
  readonly writeForm: (key: string, rendered: string, isSpaced: boolean) => string;
  /** How many signs end a branch, behind which another one can begin. */
  readonly closingLength: number;
}

/** A number with an English ending, such as `{n}st`, or all branches that are nothing else. */
export interface Ordinal {
  readonly kind: 'ordinal';
  readonly start: number;
  readonly end: number;
  /** What a reader sees. */
  readonly shown: string;
  /** Whether the sign for the number of the innermost plural stands in it. */
  readonly hasNumber: boolean;
  /** @returns it as the language has it; undefined where that is not known */
  readonly write: (language: string | undefined, dialect: MessageDialect) => string | undefined;
}
