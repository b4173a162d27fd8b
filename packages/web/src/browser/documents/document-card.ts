import { build, icon } from '../elements.js';
import { formatByteLimit, message } from '../messages.js';
import type { DocumentStep } from './translate-document.js';

/** What a card says about its file. */
interface AboutDocument {
  readonly name: string;
  readonly bytes: number;
  /** In lower case, without dot. */
  readonly extension: string;
  /** Extensions of what it can be written as; empty if there is no choice. */
  readonly outputs: readonly string[];
}

interface DocumentActions {
  readonly onDownload: () => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
  /** Another output was chosen. */
  readonly onOutput: (extension: string) => void;
  /** The first row of a table is to stay as it is, or no longer. */
  readonly onHeader: (keeps: boolean) => void;
}

/** One document on the page. */
export interface DocumentCard {
  readonly element: HTMLLIElement;
  showTarget(language: string): void;
  showStep(step: DocumentStep): void;
  showDone(name: string): void;
  showFailure(reason: string, canRetry: boolean): void;
}

/** Extensions of files that are tables as text. */
const TABLES = new Set(['csv', 'tsv', 'tab']);

let cards = 0;

export const createDocumentCard = (
  { name, bytes, extension, outputs }: AboutDocument,
  actions: DocumentActions,
): DocumentCard => {
  const nameShown = build('strong', { textContent: name, title: name, dir: 'auto' });
  const facts = build('span', { className: 'facts', textContent: formatByteLimit(bytes) });
  const state = build('p', { className: 'state' });
  const progress = build('progress', { ariaLabel: message('documentProgress', { name }) });
  const download = build('button', { type: 'button', className: 'tool' });
  download.append(icon('save'), message('download'));
  const retry = build('button', {
    type: 'button',
    className: 'tool',
    textContent: message('tryAgain'),
    ariaLabel: message('documentRetryNamed', { name }),
  });
  const removeLabel = message('documentRemoveNamed', { name });
  const remove = build(
    'button',
    { type: 'button', className: 'tool bare remove', ariaLabel: removeLabel, title: removeLabel },
    icon('clear'),
  );
  download.addEventListener('click', actions.onDownload);
  retry.addEventListener('click', actions.onRetry);
  remove.addEventListener('click', actions.onRemove);
  const card = build(
    'li',
    { className: 'document' },
    build('span', {
      className: 'badge',
      textContent: extension.slice(0, 5) || '?',
      ariaHidden: 'true',
    }),
    build('div', { className: 'about' }, nameShown, facts),
    ...(outputs.length > 1 ? [outputChoice(name, outputs, actions.onOutput)] : []),
    ...(TABLES.has(extension) ? [headerChoice(actions.onHeader)] : []),
    build('span', { className: 'actions' }, retry, download, remove),
    state,
    progress,
  );

  const show = (kind: DocumentStep['kind'] | 'done' | 'failed', text: string) => {
    card.dataset.state = kind;
    state.textContent = text;
    download.hidden = kind !== 'done';
    progress.hidden = kind === 'done' || kind === 'failed';
    retry.hidden = true;
  };

  return {
    element: card,
    showTarget(language) {
      facts.textContent = `${formatByteLimit(bytes)} · ${message('documentInto', { language })}`;
    },
    showStep(step) {
      show(step.kind, describeStep(step));
      if (step.kind !== 'translating') progress.removeAttribute('value');
      else if (step.fraction !== undefined) progress.value = step.fraction;
    },
    showDone(translatedName) {
      show('done', message('documentDone'));
      download.ariaLabel = message('documentDownloadNamed', { name: translatedName });
      download.title = translatedName;
    },
    showFailure(reason, canRetry) {
      // It is not translated into anything now.
      facts.textContent = formatByteLimit(bytes);
      show('failed', reason);
      retry.hidden = !canRetry;
    },
  };
};

const describeStep = (step: DocumentStep): string => {
  switch (step.kind) {
    case 'waiting':
      return message('documentWaiting');
    case 'sending':
      return message('documentSending');
    case 'queued': {
      const place = step.position === undefined ? '' : ` (${step.position})`;
      return `${message('documentQueued')}${place}`;
    }
    case 'unreachable':
      return message('documentUnreachable');
    case 'translating':
      return timeLeft(step.secondsRemaining);
  }
};

const timeLeft = (seconds: number | undefined): string => {
  if (seconds === undefined) return message('documentTranslating');
  return seconds < 90
    ? message('documentSecondsLeft', { count: seconds })
    : message('documentMinutesLeft', { count: Math.round(seconds / 60) });
};

const headerChoice = (onHeader: (keeps: boolean) => void): HTMLLabelElement => {
  const box = build('input', { type: 'checkbox' });
  box.addEventListener('change', () => onHeader(box.checked));
  return build('label', { className: 'outputs header' }, box, message('documentKeepHeader'));
};

const outputChoice = (
  name: string,
  outputs: readonly string[],
  onOutput: (extension: string) => void,
): HTMLFieldSetElement => {
  const group = `output-${cards++}`;
  const labels = outputs.map((extension, index) =>
    build(
      'label',
      {},
      build('input', { type: 'radio', name: group, value: extension, checked: index === 0 }),
      extension.toUpperCase(),
    ),
  );
  const choice = build(
    'fieldset',
    { className: 'outputs' },
    build('legend', { className: 'unseen', textContent: message('documentOutput', { name }) }),
    build('div', { className: 'segments' }, ...labels),
  );
  choice.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) onOutput(target.value);
  });
  return choice;
};
