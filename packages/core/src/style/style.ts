import type { ConfiguredRules, LanguageTag } from '@dragoman/contract';

/** A style rule list, as translations use it. */
export interface Style {
  /** Base language of the target. */
  readonly language: LanguageTag;
  readonly configuredRules: ConfiguredRules;
  readonly instructions: readonly StyleInstruction[];
}

/** An instruction in the customer's words. */
export interface StyleInstruction {
  readonly prompt: string;
  /** The base language of the source it is for; undefined for all. */
  readonly sourceLanguage?: LanguageTag;
}
