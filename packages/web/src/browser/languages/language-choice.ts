import { keepChoices, recallChoices } from '../choices.js';
import { element } from '../elements.js';
import { message } from '../messages/messages.js';
import { fetchLanguages, type Language } from '../service/api.js';
import { createLanguageList } from './language-list.js';
import { itemOf, usableSections } from './language-sections.js';
import { baseOf, byName } from './languages.js';
import { keepRecent } from './recent-languages.js';
import type { LanguageSection } from './search-languages.js';
import { createTargetChoice } from './target-choice.js';

/** The two languages, as chosen and as detected. */
export interface LanguageChoice {
  /** Loads the languages from the server. @throws PageFailure @returns whether there is anything */
  load(): Promise<boolean>;
  /** Upper-case base code; undefined for detection. */
  source(): string | undefined;
  /** Upper-case code with its variant. */
  target(): string;
  /** Name of a source or target in the page's language, if it is known. */
  nameOf(code: string): string;
  /** What the route between two languages is like; undefined if it is unknown. */
  routeOf(sourceCode: string, targetCode: string): Promise<Language | undefined>;
  /** Shows languages that the server does not have, at the end of both lists. */
  showMissing(section: LanguageSection): void;
  /**
   * Shows what was detected in the text, or offers what it looks like instead of the chosen source;
   * undefined forgets it.
   */
  showDetected(code: string | undefined, looksLike?: string): void;
  /** Chooses another target unless the user chose the current one. @returns whether it did */
  leaveTarget(): Promise<boolean>;
  /** Swaps the languages, if the reverse direction is possible. @returns whether it did */
  swap(): boolean;
}

export interface LanguageChoiceEvents {
  /** Called when the user has chosen another language. */
  readonly onChange: () => void;
  /** Called when the user has chosen a language that is not installed. */
  readonly onMissing: (base: string) => void;
}

export const createLanguageChoice = ({
  onChange,
  onMissing,
}: LanguageChoiceEvents): LanguageChoice => {
  const sourceList = createLanguageList('source', {
    onChoose(before) {
      chooseSource(sourceList.value());
      if (baseOf(target.code()) === source() && hasTarget(before)) target.choose(before);
      changed();
    },
    onMissing,
  });
  const detectedLabel = element('detected', HTMLOutputElement);
  const looksLikeButton = element('looks-like', HTMLButtonElement);
  const swapButton = element('swap', HTMLButtonElement);
  const target = createTargetChoice({
    onChange(before) {
      // Choosing the source language as the target swaps the languages.
      if (baseOf(target.code()) === source() && hasSource(before)) chooseSource(before);
      changed();
    },
    onMissing,
  });
  const names = new Map<string, string>();
  const targetsBySource = new Map<string, Promise<readonly Language[]>>();
  let detected: string | undefined;
  let sources: readonly Language[] = [];
  let missing: LanguageSection = { heading: '', items: [] };

  const source = () => sourceList.value() || undefined;
  /** Chosen, or else detected in the last text. */
  const knownSource = () => source() ?? detected;
  const hasSource = (base: string) => sourceList.has(base);
  const hasTarget = (base: string) => target.groups().some((group) => group.base === base);

  /** With detection, the next text may be in any language, so all targets are offered. */
  const offerTargets = async () => {
    const from = source();
    const reachable = from && (await basesFrom(from));
    if (from !== source()) return;
    const bases = from && reachable ? new Set([...reachable, from]) : undefined;
    target.offer(bases, message('notFrom', { language: names.get(from ?? '') ?? from ?? '' }));
  };
  const targetsFrom = async (code: string): Promise<readonly Language[] | undefined> => {
    const asked = targetsBySource.get(code) ?? fetchLanguages('target', code);
    targetsBySource.set(code, asked);
    try {
      return await asked;
    } catch {
      // All targets stay available; an unsupported pair gives an error when it is used.
      targetsBySource.delete(code);
      return undefined;
    }
  };
  const basesFrom = async (code: string): Promise<ReadonlySet<string> | undefined> => {
    const targets = await targetsFrom(code);
    return targets && new Set(targets.map((language) => baseOf(language.code)));
  };

  /** What a swap translates into: the source, or before there was any, a language used before. */
  const swapTarget = (): string | undefined => {
    const from = knownSource();
    if (from !== undefined) return hasTarget(from) ? from : undefined;
    return target.likelyBut(baseOf(target.code()));
  };
  const showSwap = () => {
    swapButton.disabled = swapTarget() === undefined || !hasSource(baseOf(target.code()));
  };
  const showDetected = (code: string | undefined, looksLike = '') => {
    detected = code;
    looksLikeButton.hidden = looksLike === '' || source() === undefined || !hasSource(looksLike);
    looksLikeButton.value = looksLike;
    looksLikeButton.textContent = message('looksLike', { language: names.get(looksLike) ?? '' });
    const isShown = source() === undefined && code !== undefined;
    detectedLabel.hidden = !isShown;
    detectedLabel.textContent = isShown
      ? message('detected', { language: names.get(code) ?? code })
      : '';
    showSwap();
  };
  const chooseSource = (base: string) => {
    sourceList.setValue(base);
    keepChoices({ source: base });
    showDetected(undefined);
    void offerTargets();
  };
  const offerSources = () => {
    const detection = { base: '', name: message('detectLanguage') };
    const bases = sources.map(({ code }) => code);
    const items = missing.items.filter(({ base }) => !bases.includes(base));
    sourceList.offer([
      { heading: '', items: [itemOf(detection)] },
      ...usableSections(
        byName(sources).map(({ code, ...rest }) => itemOf({ base: code, ...rest })),
      ),
      { ...missing, items },
    ]);
  };
  looksLikeButton.addEventListener('click', () => {
    const before = source() ?? '';
    chooseSource(looksLikeButton.value);
    if (baseOf(target.code()) === source() && hasTarget(before)) target.choose(before);
    changed();
    // The button that had the focus is gone.
    element('source', HTMLButtonElement).focus();
  });
  const changed = () => {
    keepRecent([source(), baseOf(target.code())]);
    offerSources();
    void offerTargets();
    showSwap();
    onChange();
  };

  return {
    async load() {
      // The first response starts the session; the others come together.
      sources = await fetchLanguages('source');
      targetsBySource.clear();
      const remembered = recallChoices().source;
      const isKnown = sources.some(({ code }) => code === remembered);
      const [targets] = await Promise.all([
        fetchLanguages('target'),
        isKnown ? targetsFrom(remembered) : undefined,
      ]);
      target.fill(targets);
      for (const { base, name } of target.groups()) names.set(base, name);
      for (const { code, name } of [...targets, ...sources]) names.set(code, name);
      offerSources();
      sourceList.setValue(hasSource(remembered) ? remembered : '');
      showSwap();
      await offerTargets();
      return sources.length > 0 && targets.length > 0;
    },
    source,
    target: target.code,
    nameOf: (code) => names.get(code) ?? names.get(baseOf(code)) ?? code,
    routeOf: async (sourceCode, targetCode) =>
      (await targetsFrom(sourceCode))?.find(({ code }) => code === targetCode),
    showMissing(section) {
      missing = section;
      offerSources();
      target.showMissing(section);
    },
    showDetected,
    async leaveTarget() {
      const from = knownSource();
      const bases = target.isChosen() || from === undefined ? undefined : await basesFrom(from);
      if (bases === undefined || target.isChosen()) return false;
      const before = target.code();
      target.leave(bases);
      showSwap();
      return target.code() !== before;
    },
    swap() {
      const from = swapTarget();
      if (swapButton.disabled || from === undefined) return false;
      const into = baseOf(target.code());
      target.choose(from);
      chooseSource(into);
      return true;
    },
  };
};
