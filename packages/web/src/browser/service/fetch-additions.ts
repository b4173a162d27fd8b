import { languageName } from '../messages.js';
import { ask } from './api.js';

/** A language whose models can be downloaded. */
export interface Addable {
  /** Upper-case base code. */
  readonly code: string;
  /** In the page's language. */
  readonly name: string;
  readonly englishName: string;
  readonly directions: 'both' | 'into English' | 'from English';
  readonly estimatedBytes: number;
  /** Whether the language can be translated already, but not as well. */
  readonly isBetter: boolean;
  readonly command: string;
}

/** How far a download is. */
export interface Download {
  readonly code: string;
  readonly state: 'waiting' | 'downloading' | 'installed' | 'failed';
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

interface WireAdditions {
  readonly may_add: boolean;
  readonly license: string;
  readonly addable: readonly {
    readonly language: string;
    readonly name: string;
    readonly directions: Addable['directions'];
    readonly estimated_bytes: number;
    readonly better: boolean;
    readonly command: string;
  }[];
  readonly downloads: readonly {
    readonly language: string;
    readonly state: Download['state'];
    readonly done_bytes: number;
    readonly total_bytes: number;
    readonly message?: string;
  }[];
}

/** The languages that can be added, and running downloads. @throws PageFailure */
export const fetchAdditions = async (): Promise<Additions> => {
  const answer = await ask<WireAdditions>('session/additions');
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
