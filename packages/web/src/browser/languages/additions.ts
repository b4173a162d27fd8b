import { element } from '../common/elements.js';
import { type Addable, type Additions, addLanguage, fetchAdditions } from '../service/additions.js';
import { PageFailure, wordsFor } from '../service/failures.js';

const POLL_MS = 1000;
/** After a download, the server needs a moment to load the models. */
const POLLS_AFTER_DOWNLOAD = 20;

/** The languages that can be added. */
export interface LanguageAdditions {
  /** Loads and shows the list. Never rejects: the page works without it. */
  load(): Promise<void>;
  /** The addable language that a message of the server names, as in `German (DE)`. */
  namedIn(message: string): Addable | undefined;
  /** The command that adds a better model for a language; undefined if there is none. */
  commandFor(base: string): string | undefined;
  /** Whether this visitor may add languages. */
  mayAdd(): boolean;
  /** Starts the download and shows its progress. Never rejects: a failure is shown with the language. */
  add(language: Addable): Promise<void>;
}

export interface AdditionsEvents {
  /** Called with the list, to show it elsewhere too. */
  readonly onList: (addable: readonly Addable[]) => void;
  /** Called when a language can be used. */
  readonly onInstalled: (language: Addable) => void;
}

export const createLanguageAdditions = (events: AdditionsEvents): LanguageAdditions => {
  const panel = element('more', HTMLDetailsElement);
  const list = element('more-list', HTMLUListElement);
  let known: Additions = { mayAdd: false, license: '', addable: [], downloads: [] };
  /** Languages that are being downloaded, or were and cannot be used yet. */
  const awaited = new Map<string, Addable>();
  let pollsLeft = POLLS_AFTER_DOWNLOAD;

  const show = () => {
    panel.hidden = known.addable.length === 0;
    element('more-license', HTMLElement).textContent = known.license;
    list.replaceChildren(...known.addable.map((language) => rowOf(language, known, add)));
  };
  const showFailure = ({ code }: Addable, message: string) => {
    const failed = { code, state: 'failed', doneBytes: 0, totalBytes: 0, message } as const;
    const downloads = [...known.downloads.filter((one) => one.code !== code), failed];
    known = { ...known, downloads };
    show();
  };
  const load = async () => {
    try {
      known = await fetchAdditions();
    } catch {
      return;
    }
    for (const { code, state } of known.downloads) {
      const language = known.addable.find((one) => one.code === code);
      if (language && state !== 'failed') awaited.set(code, language);
      if (state === 'failed') awaited.delete(code);
    }
    for (const [code, language] of awaited) {
      if (known.addable.some((one) => one.code === code)) continue;
      awaited.delete(code);
      events.onInstalled(language);
    }
    show();
    events.onList(known.addable);
    const isRunning = known.downloads.some(
      ({ state }) => state === 'waiting' || state === 'downloading',
    );
    pollsLeft = isRunning ? POLLS_AFTER_DOWNLOAD : pollsLeft - 1;
    if (awaited.size > 0 && pollsLeft > 0) setTimeout(() => void load(), POLL_MS);
  };
  const add = async (language: Addable) => {
    panel.open = true;
    try {
      await addLanguage(language.code);
    } catch (error) {
      showFailure(language, wordsOf(error, language));
      return;
    }
    await load();
  };
  return {
    load,
    namedIn: (message) => {
      const code = /\(([A-Z]{2,3})\)/.exec(message)?.[1];
      return known.addable.find((language) => language.code === code);
    },
    commandFor: (base) => known.addable.find(({ code }) => code === base)?.command,
    mayAdd: () => known.mayAdd,
    add,
  };
};

const wordsOf = (error: unknown, { name }: Addable): string =>
  wordsFor(error instanceof PageFailure ? error : new PageFailure('broken'), {
    source: undefined,
    target: name,
    maxBytes: 0,
  });

const rowOf = (
  language: Addable,
  { mayAdd, downloads }: Additions,
  add: (language: Addable) => Promise<void>,
): HTMLLIElement => {
  const row = document.createElement('li');
  const name = document.createElement('strong');
  name.textContent = language.name;
  const facts = document.createElement('span');
  facts.className = 'facts';
  const direction = language.directions === 'both' ? '' : `only ${language.directions}, `;
  const better = language.isBetter ? 'better model, ' : '';
  facts.textContent = `${better}${direction}about ${Math.round(language.estimatedBytes / 1_000_000)} MB`;
  row.append(name, facts);
  const download = downloads.find(({ code }) => code === language.code);
  if (download && download.state !== 'failed') {
    const progress = document.createElement('progress');
    progress.ariaLabel = `Downloading ${language.name}`;
    if (download.totalBytes > 0) {
      progress.max = download.totalBytes;
      progress.value = download.doneBytes;
    }
    row.append(progress);
  } else if (mayAdd) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'tool';
    button.textContent = 'Add';
    button.ariaLabel = `Add ${language.name}`;
    button.addEventListener('click', () => {
      button.disabled = true;
      void add(language);
    });
    row.append(button);
  } else {
    const command = document.createElement('code');
    command.textContent = language.command;
    row.append(command);
  }
  if (download?.state === 'failed') {
    const failure = document.createElement('pre');
    failure.textContent = download.message;
    row.append(failure);
  }
  return row;
};
