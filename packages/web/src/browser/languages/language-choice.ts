import { keepChoices, recallChoices } from '../common/choices.js';
import { element } from '../common/elements.js';
import { fetchLanguages, type Language } from '../service/api.js';
import { baseOf, byName } from './languages.js';
import { createTargetChoice, optionOf } from './target-choice.js';

/** The two languages, as chosen and as detected. */
export interface LanguageChoice {
  /** Loads the languages from the server. @throws PageFailure @returns whether there is anything */
  load(): Promise<boolean>;
  /** Upper-case base code; undefined for detection. */
  source(): string | undefined;
  /** Upper-case code with its variant. */
  target(): string;
  /** English name of a source or target, if it is known. */
  nameOf(code: string): string;
  /** Of two codes, the one that only a starter model supports. */
  starterAmong(sourceCode: string, targetCode: string): string | undefined;
  /** What the route between two languages is like; undefined if it is unknown. */
  routeOf(sourceCode: string, targetCode: string): Promise<Language | undefined>;
  /** Shows languages that cannot be translated into yet, disabled. */
  showAddable(languages: readonly Language[]): void;
  /** Shows what was detected in the text; undefined forgets it. */
  showDetected(code: string | undefined): void;
  /** Chooses another target unless the user chose the current one. @returns whether it did */
  leaveTarget(): Promise<boolean>;
  /** Swaps the languages, if the reverse direction is possible. @returns whether it did */
  swap(): boolean;
}

/** @param onChange called when the user has chosen another language */
export const createLanguageChoice = (onChange: () => void): LanguageChoice => {
  const sourceSelect = element('source', HTMLSelectElement);
  const detectedLabel = element('detected', HTMLOutputElement);
  const swapButton = element('swap', HTMLButtonElement);
  const target = createTargetChoice((before) => {
    // Choosing the source language as the target swaps the languages.
    if (baseOf(target.code()) === source() && hasSource(before)) chooseSource(before);
    showSwap();
    onChange();
  });
  const names = new Map<string, string>();
  const targetsBySource = new Map<string, Promise<readonly Language[]>>();
  let starterSources: readonly string[] = [];
  let starterTargets: readonly string[] = [];
  let detected: string | undefined;

  const source = () => sourceSelect.value || undefined;
  /** Chosen, or else detected in the last text. */
  const knownSource = () => source() ?? detected;
  const hasSource = (base: string) =>
    [...sourceSelect.options].some((option) => option.value === base);
  const hasTarget = (base: string) => target.groups().some((group) => group.base === base);

  /** With detection, the next text may be in any language, so all targets are offered. */
  const offerTargets = async () => {
    const from = source();
    const reachable = from && (await basesFrom(from));
    if (from !== source()) return;
    const bases = from && reachable ? new Set([...reachable, from]) : undefined;
    target.offer(bases, `Not from ${names.get(from ?? '') ?? 'this language'}`);
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

  const showSwap = () => {
    const from = knownSource();
    swapButton.disabled =
      from === undefined || !hasTarget(from) || !hasSource(baseOf(target.code()));
  };
  const showDetected = (code: string | undefined) => {
    detected = code;
    const isShown = source() === undefined && code !== undefined;
    detectedLabel.hidden = !isShown;
    detectedLabel.textContent = isShown ? `${names.get(code) ?? code} detected` : '';
    showSwap();
  };
  let current = '';
  const chooseSource = (base: string) => {
    sourceSelect.value = base;
    current = base;
    keepChoices({ source: base });
    showDetected(undefined);
    void offerTargets();
  };
  sourceSelect.addEventListener('change', () => {
    const before = current;
    chooseSource(sourceSelect.value);
    if (baseOf(target.code()) === source() && hasTarget(before)) target.choose(before);
    showSwap();
    onChange();
  });

  return {
    async load() {
      // One after the other: the first response starts the session.
      const sources = await fetchLanguages('source');
      const targets = await fetchLanguages('target');
      targetsBySource.clear();
      target.fill(targets);
      for (const { base, name } of target.groups()) names.set(base, name);
      for (const { code, name } of [...targets, ...sources]) names.set(code, name);
      starterSources = startersOf(sources);
      starterTargets = startersOf(targets);
      const options = byName(sources.map(({ code, name }) => ({ base: code, name }))).map(optionOf);
      sourceSelect.replaceChildren(...[...sourceSelect.options].slice(0, 1), ...options);
      const remembered = recallChoices().source;
      current = hasSource(remembered) ? remembered : '';
      sourceSelect.value = current;
      showSwap();
      await offerTargets();
      return sources.length > 0 && targets.length > 0;
    },
    source,
    target: target.code,
    nameOf: (code) => names.get(code) ?? names.get(baseOf(code)) ?? code,
    starterAmong: (sourceCode, targetCode) => {
      if (starterTargets.includes(targetCode)) return targetCode;
      return starterSources.includes(sourceCode) ? sourceCode : undefined;
    },
    routeOf: async (sourceCode, targetCode) =>
      (await targetsFrom(sourceCode))?.find(({ code }) => code === targetCode),
    showAddable: target.showAddable,
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
      const from = knownSource();
      if (swapButton.disabled || from === undefined) return false;
      const into = baseOf(target.code());
      target.choose(from);
      chooseSource(into);
      return true;
    },
  };
};

const startersOf = (languages: readonly Language[]): readonly string[] =>
  languages.filter(({ isStarter }) => isStarter).map(({ code }) => code);
