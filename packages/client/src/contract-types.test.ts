import type { TranslateBody } from '@dragoman/contract';
import { expectTypeOf, it } from 'vitest';
import type { TranslationParameters } from './translate-options.js';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type Mutable<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** The contract's parameters as this library should name and type them. */
type Expected = {
  [Name in keyof Omit<
    TranslateBody,
    'text' | 'target_lang' | 'source_lang'
  > as CamelCase<Name>]-?: NonNullable<TranslateBody[Name]>;
};

type Offered = {
  -readonly [Name in keyof TranslationParameters]-?: Mutable<
    NonNullable<TranslationParameters[Name]>
  >;
};

// Checked by the compiler: a parameter the contract gains, loses or widens breaks the build here.
it('offers every parameter of the contract with its values, and no other', () => {
  expectTypeOf<Offered>().toEqualTypeOf<Expected>();
});
