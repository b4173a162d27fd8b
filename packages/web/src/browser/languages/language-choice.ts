import { keepChoices, recallChoices } from '../choices.js';
import { build, checkRadio, element, radios } from '../elements.js';
import { message } from '../messages.js';
import { fetchTargets, type Language, startSession } from '../service/api.js';
import { createLanguageList } from './language-list.js';
import {
  baseOf,
  byName,
  groupTargets,
  startingVariant,
  type TargetGroup,
  usableLink,
  variantOfTag,
} from './languages.js';
import { itemOf, type LanguageSection, usableSections } from './search-languages.js';

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
  /** Takes the languages of a link when it loads the next time, as far as the server has them. */
  followLink(link: Parameters<typeof usableLink>[0]): void;
  /** Codes of the last link that the server does not have, until the user does something else. */
  unknownInLink(): readonly string[];
  leaveLink(): void;
  /** Shows languages that the server does not have, at the end of both lists. */
  showMissing(section: LanguageSection): void;
  /**
   * Shows what was detected in the text, or offers what it looks like instead of the chosen source;
   * undefined forgets it.
   */
  showDetected(
    code: string | undefined,
    doubts?: { readonly looksLike?: string | undefined; readonly isUnsure?: boolean },
  ): void;
  /**
   * Chooses another target unless the user chose the current one.
   *
   * @param from base code of the source; otherwise the chosen or detected one
   * @returns whether it did
   */
  leaveTarget(from?: string): Promise<boolean>;
  /** Swaps the languages, if the reverse direction is possible. @returns whether it did */
  swap(): boolean;
}

interface LanguageChoiceEvents {
  /** Called when the user has chosen another language. */
  readonly onChange: () => void;
  /** Called when the user has chosen a language that is not installed. */
  readonly onMissing: (base: string) => void;
}

const MAX_RECENT = 5;

/** Remembers that these languages were chosen; undefined stands for detection. */
const keepRecent = (bases: readonly (string | undefined)[]): void => {
  const all = [...bases.filter((base) => base !== undefined), ...recallChoices().recent];
  keepChoices({ recent: [...new Set(all)].slice(0, MAX_RECENT) });
};

/** The target language and, if it has several, its variant. */
interface TargetChoice {
  /** Sets the server's list, and selects the user's previous choice or a likely one, never `but`. */
  fill(targets: readonly Language[], but: string): void;
  /** The one that is selected was not chosen by the user. */
  forgetChoice(): void;
  groups(): readonly TargetGroup[];
  /** Upper-case code with its variant. */
  code(): string;
  choose(base: string): void;
  /** Whether the user has ever chosen a target here. */
  isChosen(): boolean;
  /** Enables only these, or all; the others are disabled at the end of the list, under the heading. */
  offer(bases: ReadonlySet<string> | undefined, heading: string): void;
  /** Shows languages that the server does not have, at the end of the list. */
  showMissing(section: LanguageSection): void;
  /** The language that is most likely wanted besides this one. */
  likelyBut(base: string): string | undefined;
  /** Selects another of these languages, because the user did not choose the current one. */
  leave(bases: ReadonlySet<string>): void;
}

interface TargetChoiceEvents {
  /** Called when the user has chosen another one, with the previous base. */
  readonly onChange: (before: string) => void;
  readonly onMissing: (base: string) => void;
}

/** The defaults if nothing is known about the user's preference. */
const WIDESPREAD = ['EN', 'ES', 'FR', 'DE'];

const createTargetChoice = ({ onChange, onMissing }: TargetChoiceEvents): TargetChoice => {
  const list = createLanguageList('target', {
    onChoose(before) {
      choose(list.value());
      onChange(before);
    },
    onMissing,
  });
  const variantField = element('variants', HTMLFieldSetElement);
  let groups: readonly TargetGroup[] = [];
  let isChosen = false;
  let offered: readonly LanguageSection[] = [];
  let missing: LanguageSection = { heading: '', items: [] };

  const show = () => {
    const bases = groups.map(({ base }) => base);
    const items = missing.items.filter(({ base }) => !bases.includes(base));
    list.offer([...offered, { ...missing, items }]);
  };
  const offer: TargetChoice['offer'] = (bases, heading) => {
    const isOffered = ({ base }: TargetGroup) => bases === undefined || bases.has(base);
    const usable = groups.filter(isOffered).map((group) => itemOf(group));
    const rest = groups
      .filter((group) => !isOffered(group))
      .map((group) => itemOf(group, { state: 'unreachable' }));
    offered = [...usableSections(usable), { heading, items: rest }];
    show();
  };

  const groupOf = (base: string) => groups.find((group) => group.base === base);
  const code = (): string => {
    const variant = radios('variant').find((radio) => radio.checked)?.value;
    return variant ?? groupOf(list.value())?.variants[0]?.code ?? list.value();
  };
  const remember = () => {
    isChosen = true;
    const variants = { ...recallChoices().variants, [list.value()]: code() };
    keepChoices({ target: code(), variants });
  };

  const showVariants = (wanted = recallChoices().variants[list.value()]) => {
    const group = groupOf(list.value());
    const variants = group && group.variants.length > 1 ? group.variants : [];
    variantField.hidden = variants.length === 0;
    const legend = element('variants-name', HTMLLegendElement);
    legend.textContent = message('variantOf', { language: group?.name ?? '' });
    element('variant-choices', HTMLElement).replaceChildren(...variants.map(variantLabel));
    const start = group && startingVariant(group, wanted, navigator.languages);
    checkRadio('variant', start?.code ?? '');
  };
  const choose = (base: string) => {
    list.setValue(base);
    showVariants();
    remember();
  };
  variantField.addEventListener('change', () => {
    remember();
    onChange(list.value());
  });

  /**
   * The first available one of the preferred, then of the browser's, then of the common languages.
   */
  const likely = (wanted: readonly string[], among: readonly string[]): string | undefined =>
    [...wanted, ...navigator.languages.map(variantOfTag), ...WIDESPREAD]
      .map(baseOf)
      .find((base) => among.includes(base)) ?? among[0];

  return {
    fill(targets, but) {
      groups = groupTargets(targets);
      const { target } = recallChoices();
      isChosen = target !== '' && baseOf(target) !== but;
      const bases = groups.map(({ base }) => base).filter((base) => base !== but);
      list.setValue(likely([target], bases) ?? '');
      offer(undefined, '');
      showVariants(target);
    },
    forgetChoice() {
      isChosen = false;
    },
    groups: () => groups,
    code,
    choose,
    isChosen: () => isChosen,
    offer,
    showMissing(section) {
      missing = section;
      show();
    },
    likelyBut: (base) =>
      likely(
        recallChoices().recent,
        groups.map((group) => group.base).filter((other) => other !== base),
      ),
    leave(bases) {
      isChosen = true;
      list.setValue(likely([], [...bases]) ?? list.value());
      showVariants();
    },
  };
};

const variantLabel = ({ code, label }: TargetGroup['variants'][number]): HTMLLabelElement =>
  build('label', {}, build('input', { type: 'radio', name: 'variant', value: code }), label);

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
  let link: Parameters<LanguageChoice['followLink']>[0] | undefined;
  let unknownInLink: readonly string[] = [];
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
    const asked = targetsBySource.get(code) ?? fetchTargets(code);
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
  const showDetected: LanguageChoice['showDetected'] = (
    code,
    { looksLike = '', isUnsure = false } = {},
  ) => {
    detected = code;
    looksLikeButton.hidden = looksLike === '' || source() === undefined || !hasSource(looksLike);
    looksLikeButton.value = looksLike;
    looksLikeButton.textContent = message('looksLike', { language: names.get(looksLike) ?? '' });
    const isShown = source() === undefined && code !== undefined;
    detectedLabel.hidden = !isShown;
    detectedLabel.textContent = isShown
      ? message(isUnsure ? 'detectedUnsure' : 'detected', { language: names.get(code) ?? code })
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
    unknownInLink = [];
    keepRecent([source(), baseOf(target.code())]);
    offerSources();
    void offerTargets();
    showSwap();
    onChange();
  };

  return {
    async load() {
      const { source: all, target: targets } = await startSession();
      sources = all;
      targetsBySource.clear();
      const hasCode = (list: readonly Language[], base: string) =>
        list.some(({ code }) => baseOf(code) === base);
      const usable =
        link &&
        usableLink(link, (side, base) => hasCode(side === 'source' ? sources : targets, base));
      if (usable) {
        const { source, target: into } = usable;
        keepChoices({ source, ...(into !== '' && { target: into }) });
        unknownInLink = usable.unknown;
      }
      const { source: remembered } = recallChoices();
      target.fill(targets, hasCode(sources, remembered) ? remembered : '');
      // What a link asked for in vain is nobody's choice.
      if (link?.target && usable?.target === '') target.forgetChoice();
      link = undefined;
      for (const { base, name } of target.groups()) names.set(base, name);
      for (const { code, name } of [...targets, ...sources]) names.set(code, name);
      offerSources();
      sourceList.setValue(hasSource(remembered) ? remembered : '');
      showSwap();
      // Beside the first translation, which does not wait for the list.
      void offerTargets();
      return sources.length > 0 && targets.length > 0;
    },
    source,
    target: target.code,
    nameOf: (code) => names.get(code) ?? names.get(baseOf(code)) ?? code,
    routeOf: async (sourceCode, targetCode) =>
      (await targetsFrom(sourceCode))?.find(({ code }) => code === targetCode),
    followLink(languages) {
      link = languages;
    },
    unknownInLink: () => unknownInLink,
    leaveLink() {
      unknownInLink = [];
    },
    showMissing(section) {
      missing = section;
      offerSources();
      target.showMissing(section);
    },
    showDetected,
    async leaveTarget(from = knownSource()) {
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
