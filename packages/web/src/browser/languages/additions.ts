import { build, element } from '../elements.js';
import { formatFileSize, message } from '../messages.js';
import { asFailure, describeFailure } from '../service/failures.js';
import {
  type Addable,
  type Additions,
  addLanguage,
  fetchAdditions,
} from '../service/fetch-additions.js';
import { byName } from './languages.js';
import { type LanguageSection, missingSection } from './search-languages.js';

const POLL_MS = 1000;
/** After a download, the server needs a moment to load the models. */
const POLLS_AFTER_DOWNLOAD = 20;

/** The languages that can be added. */
export interface LanguageAdditions {
  /** Loads and shows the list. Never rejects: the page works without it. */
  load(): Promise<void>;
  /** The addable language with this code. */
  find(code: string): Addable | undefined;
  /** A language that can be translated and could be better; undefined for any other one. */
  betterFor(base: string): Addable | undefined;
  /** The command that adds a better model for a language; undefined if there is none. */
  commandFor(base: string): string | undefined;
  /** Whether this visitor may add languages. */
  mayAdd(): boolean;
  /** Starts the download and shows its progress. Never rejects: a failure is shown with the language. */
  add(language: Addable): Promise<void>;
  /** Adds a language where this visitor may, and shows the command otherwise. */
  addOrExplain(base: string): void;
}

interface AdditionsEvents {
  /** Called with what is not installed, to show it elsewhere too. */
  readonly onList: (missing: LanguageSection) => void;
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
    const about = message('addAbout', { license: known.license });
    element('more-about', HTMLElement).textContent = about;
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
      const found = await fetchAdditions();
      known = { ...found, addable: byName(found.addable) };
    } catch (error) {
      if (awaited.size === 0) return;
      // The server may be away for a moment, and goes on downloading.
      if (pollsLeft-- > 0) {
        setTimeout(() => void load(), POLL_MS);
        return;
      }
      for (const language of awaited.values()) showFailure(language, describeFor(error, language));
      awaited.clear();
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
    events.onList(missingSection(known.addable, known.mayAdd));
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
      awaited.set(language.code, language);
      pollsLeft = POLLS_AFTER_DOWNLOAD;
    } catch (error) {
      showFailure(language, describeFor(error, language));
      return;
    }
    await load();
  };
  return {
    load,
    find: (code) => known.addable.find((language) => language.code === code),
    betterFor: (base) => known.addable.find(({ code, isBetter }) => code === base && isBetter),
    commandFor: (base) => known.addable.find(({ code }) => code === base)?.command,
    mayAdd: () => known.mayAdd,
    add,
    addOrExplain(base) {
      const language = known.addable.find(({ code }) => code === base);
      panel.open = true;
      list.querySelector(`[data-base="${base}"]`)?.scrollIntoView({ block: 'nearest' });
      if (language && known.mayAdd) void add(language);
    },
  };
};

const describeFor = (error: unknown, { name }: Addable): string =>
  describeFailure(asFailure(error), {
    source: undefined,
    target: name,
    maxBytes: 0,
  });

const rowOf = (
  language: Addable,
  { mayAdd, downloads }: Additions,
  add: (language: Addable) => Promise<void>,
): HTMLLIElement => {
  const { code, name, command } = language;
  const row = build(
    'li',
    {},
    build('strong', { textContent: name }),
    build('span', { className: 'facts', textContent: factsOf(language) }),
  );
  row.dataset.base = code;
  const download = downloads.find((one) => one.code === code);
  if (download && download.state !== 'failed') {
    const progress = build('progress', {
      ariaLabel: message('addDownloading', { language: name }),
    });
    if (download.totalBytes > 0) {
      progress.max = download.totalBytes;
      progress.value = download.doneBytes;
    }
    row.append(progress);
  } else if (mayAdd) {
    const button = build('button', {
      type: 'button',
      className: 'tool',
      textContent: message('add'),
      ariaLabel: message('addNamed', { language: name }),
    });
    button.addEventListener('click', () => {
      button.disabled = true;
      void add(language);
    });
    row.append(button);
  } else {
    row.append(build('code', { textContent: command }));
  }
  if (download?.state === 'failed') row.append(build('pre', { textContent: download.message }));
  return row;
};

/** Whether it is better than what there is, in which directions, and how large. */
const factsOf = ({ directions, isBetter, estimatedBytes }: Addable): string =>
  [
    ...(isBetter ? [message('addBetter')] : []),
    ...(directions === 'into English' ? [message('addIntoEnglish')] : []),
    ...(directions === 'from English' ? [message('addFromEnglish')] : []),
    message('addSize', { size: formatFileSize(estimatedBytes) }),
  ].join(' · ');
