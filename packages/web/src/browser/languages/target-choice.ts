import { keepChoices, recallChoices } from '../common/choices.js';
import { checkRadio, element, radios } from '../common/elements.js';
import type { Language } from '../service/api.js';
import {
  baseOf,
  groupTargets,
  startingVariant,
  type TargetGroup,
  variantOfTag,
} from './languages.js';

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
  /** Enables only these; the others are disabled at the end of the list, under the heading. */
  offer(bases: ReadonlySet<string> | undefined, heading: string): void;
  /** Shows languages that the server does not have, disabled, at the end of the list. */
  showAddable(languages: readonly Language[]): void;
  /** Selects another of these languages, because the user did not choose the current one. */
  leave(bases: ReadonlySet<string>): void;
}

/** The defaults if nothing is known about the user's preference. */
const WIDESPREAD = ['EN', 'ES', 'FR', 'DE'];

/** @param onChange called when the user has chosen another one, with the previous base */
export const createTargetChoice = (onChange: (before: string) => void): TargetChoice => {
  const select = element('target', HTMLSelectElement);
  const variantField = element('variants', HTMLFieldSetElement);
  let groups: readonly TargetGroup[] = [];
  let isChosen = false;
  /** Previous base; the change event of the list only fires afterwards. */
  let current = '';

  const addable = document.createElement('optgroup');
  addable.label = 'Not installed: can be added below';
  addable.disabled = true;
  const showAddable = () => {
    if (addable.childElementCount > 0) select.append(addable);
    else addable.remove();
  };

  const groupOf = (base: string) => groups.find((group) => group.base === base);
  const code = (): string => {
    const variant = radios('variant').find((radio) => radio.checked)?.value;
    return variant ?? groupOf(select.value)?.variants[0]?.code ?? select.value;
  };
  const remember = () => {
    isChosen = true;
    const variants = { ...recallChoices().variants, [select.value]: code() };
    keepChoices({ target: code(), variants });
  };

  const showVariants = (wanted = recallChoices().variants[select.value]) => {
    current = select.value;
    const group = groupOf(select.value);
    const variants = group && group.variants.length > 1 ? group.variants : [];
    variantField.hidden = variants.length === 0;
    const legend = element('variants-name', HTMLLegendElement);
    legend.textContent = `Variant of ${group?.name ?? 'the language'}`;
    element('variant-choices', HTMLElement).replaceChildren(...variants.map(variantLabel));
    const start = group && startingVariant(group, wanted, navigator.languages);
    checkRadio('variant', start?.code ?? '');
  };
  const choose = (base: string) => {
    select.value = base;
    showVariants();
    remember();
  };

  select.addEventListener('change', () => {
    const before = current;
    choose(select.value);
    onChange(before);
  });
  variantField.addEventListener('change', () => {
    remember();
    onChange(select.value);
  });

  /**
   * The first available one of the preferred, then of the browser's, then of the common languages.
   */
  const likely = (wanted: readonly string[], offered: readonly string[]): string | undefined =>
    [...wanted, ...navigator.languages.map(variantOfTag), ...WIDESPREAD]
      .map(baseOf)
      .find((base) => offered.includes(base)) ?? offered[0];

  return {
    fill(targets) {
      groups = groupTargets(targets);
      select.replaceChildren(...groups.map(optionOf));
      showAddable();
      const { target } = recallChoices();
      isChosen = target !== '';
      const bases = groups.map(({ base }) => base);
      select.value = likely([target], bases) ?? '';
      showVariants(target);
    },
    groups: () => groups,
    code,
    choose,
    isChosen: () => isChosen,
    offer(bases, heading) {
      const kept = select.value;
      const isOffered = ({ base }: TargetGroup) => bases === undefined || bases.has(base);
      const rest = document.createElement('optgroup');
      rest.label = heading;
      rest.disabled = true;
      rest.append(...groups.filter((group) => !isOffered(group)).map(optionOf));
      select.replaceChildren(...groups.filter(isOffered).map(optionOf));
      if (rest.childElementCount > 0) select.append(rest);
      showAddable();
      select.value = kept;
    },
    showAddable(languages) {
      const bases = groups.map(({ base }) => base);
      const others = languages.filter(({ code }) => !bases.includes(code));
      addable.replaceChildren(...others.map(({ code, name }) => optionOf({ base: code, name })));
      showAddable();
    },
    leave(bases) {
      isChosen = true;
      select.value = likely([], [...bases]) ?? select.value;
      showVariants();
    },
  };
};

/** An option of a list of languages. */
export const optionOf = ({ base, name }: { readonly base: string; readonly name: string }) =>
  new Option(name, base);

const variantLabel = ({ code, label }: TargetGroup['variants'][number]): HTMLLabelElement => {
  const radio = document.createElement('input');
  Object.assign(radio, { type: 'radio', name: 'variant', value: code });
  const shown = document.createElement('label');
  shown.append(radio, label);
  return shown;
};
