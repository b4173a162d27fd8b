import type { PageAdditions } from '@dragoman/contract';
import { languageName } from '../messages.js';
import { ask } from './api.js';

/** A language whose models can be downloaded. */
export interface Addable {
  /** Upper-case base code. */
  readonly code: string;
  /** In the page's language. */
  readonly name: string;
  readonly englishName: string;
  readonly directions: PageAdditions['addable'][number]['directions'];
  readonly estimatedBytes: number;
  /** Whether the language can be translated already, but not as well. */
  readonly isBetter: boolean;
  readonly command: string;
}

/** How far a download is. */
export interface Download {
  readonly code: string;
  readonly state: PageAdditions['downloads'][number]['state'];
  readonly doneBytes: number;
  /** 0 until it is known. */
  readonly totalBytes: number;
  /** For `failed`: what went wrong, and what to do. */
  readonly message: string;
}

export interface Additions {
  /** Whether this visitor may add languages. */
  readonly mayAdd: boolean;
  /** The licence of the models. */
  readonly license: string;
  readonly addable: readonly Addable[];
  readonly downloads: readonly Download[];
}

/** The languages that can be added, and running downloads. @throws PageFailure */
export const fetchAdditions = async (): Promise<Additions> => {
  const answer = await ask<PageAdditions>('session/additions');
  return {
    mayAdd: answer.may_add,
    license: answer.license,
    addable: answer.addable.map(({ language, name, estimated_bytes, better, ...rest }) => ({
      ...rest,
      code: language,
      name: languageName(language, name),
      englishName: name,
      estimatedBytes: estimated_bytes,
      isBetter: better,
    })),
    downloads: answer.downloads.map(({ language, state, done_bytes, total_bytes, message }) => ({
      code: language,
      state,
      doneBytes: done_bytes,
      totalBytes: total_bytes,
      message: message ?? '',
    })),
  };
};

/** Starts the download of a language. @throws PageFailure */
export const addLanguage = async (code: string): Promise<void> => {
  await ask('session/additions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language: code }),
  });
};
