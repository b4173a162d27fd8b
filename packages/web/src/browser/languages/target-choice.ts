import { keepChoices, recallChoices } from '../choices.js';
import { build, checkRadio, element, radios } from '../elements.js';
import { message } from '../messages/messages.js';
import type { Language } from '../service/api.js';
import { createLanguageList } from './language-list.js';
import { itemOf, usableSections } from './language-sections.js';
import {
  baseOf,
  groupTargets,
  startingVariant,
  type TargetGroup,
  variantOfTag,
} from './languages.js';
import type { LanguageSection } from './search-languages.js';

/** The target language and, if it has several, its variant. */
export interface TargetChoice {
  /** Sets the server's list, and selects the user's previous choice or a likely one. */
  fill(targets: readonly Language[]): void;
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

export interface TargetChoiceEvents {
  /** Called when the user has chosen another one, with the previous base. */
  readonly onChange: (before: string) => void;
  readonly onMissing: (base: string) => void;
}

/** The defaults if nothing is known about the user's preference. */
const WIDESPREAD = ['EN', 'ES', 'FR', 'DE'];

export const createTargetChoice = ({ onChange, onMissing }: TargetChoiceEvents): TargetChoice => {
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
    fill(targets) {
      groups = groupTargets(targets);
      const { target } = recallChoices();
      isChosen = target !== '';
      const bases = groups.map(({ base }) => base);
      list.setValue(likely([target], bases) ?? '');
      offer(undefined, '');
      showVariants(target);
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
