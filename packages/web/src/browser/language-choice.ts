import { fetchLanguages, type Language } from './api.js';
import { keepChoices, recallChoices } from './choices.js';
import { checkRadio, element, radios } from './elements.js';
import {
  baseOf,
  byName,
  groupTargets,
  startingVariant,
  type TargetGroup,
  variantOfTag,
} from './languages.js';

/** The two languages, as chosen and as detected. */
export interface LanguageChoice {
  /** Asks the server what there is. @throws PageFailure @returns whether there is anything */
  load(): Promise<boolean>;
  /** Upper-case base code; undefined leaves it to detection. */
  source(): string | undefined;
  /** Chosen, or else detected in the last text. */
  knownSource(): string | undefined;
  /** Upper-case code with its variant. */
  target(): string;
  /** English name of a source or target, as far as it is known. */
  nameOf(code: string): string;
  /** Shows what was detected in the text; undefined forgets it. */
  showDetected(code: string | undefined): void;
  /** Exchanges the languages, if both can be used that way round. @returns whether it did */
  swap(): boolean;
}

/** @param onChange called when the person has chosen another language */
export const createLanguageChoice = (onChange: () => void): LanguageChoice => {
  const sourceSelect = element('source', HTMLSelectElement);
  const targetSelect = element('target', HTMLSelectElement);
  const variantField = element('variants', HTMLFieldSetElement);
  const detectedLabel = element('detected', HTMLOutputElement);
  const swapButton = element('swap', HTMLButtonElement);
  const names = new Map<string, string>();
  const targetsBySource = new Map<string, Promise<readonly Language[]>>();
  let groups: readonly TargetGroup[] = [];
  let detected: string | undefined;

  const source = () => sourceSelect.value || undefined;
  const knownSource = () => source() ?? detected;
  const groupOf = (base: string) => groups.find((group) => group.base === base);
  const target = (): string => {
    const chosen = radios('variant').find((radio) => radio.checked)?.value;
    return chosen ?? groupOf(targetSelect.value)?.variants[0]?.code ?? targetSelect.value;
  };
  const hasSource = (base: string) =>
    [...sourceSelect.options].some((option) => option.value === base);

  const showVariants = (chosen?: string) => {
    const group = groupOf(targetSelect.value);
    const variants = group?.variants ?? [];
    variantField.hidden = variants.length < 2;
    element('variants-name', HTMLLegendElement).textContent =
      `Variant of ${group?.name ?? 'the language'}`;
    const labels = variants.length < 2 ? [] : variants.map(variantLabel);
    element('variant-choices', HTMLElement).replaceChildren(...labels);
    const remembered = chosen ?? recallChoices().variants[targetSelect.value];
    const start = group && startingVariant(group, remembered, navigator.languages);
    checkRadio('variant', start?.code ?? '');
  };
  const variantLabel = ({ code, label }: TargetGroup['variants'][number]): HTMLLabelElement => {
    const radio = document.createElement('input');
    Object.assign(radio, { type: 'radio', name: 'variant', value: code });
    const element = document.createElement('label');
    element.append(radio, label);
    return element;
  };

  /** What cannot be reached from the source moves to the end, out of reach. */
  const offerTargets = async () => {
    const from = knownSource();
    const reachable = from === undefined ? undefined : await targetsFrom(from);
    if (from !== knownSource()) return;
    const bases = reachable && new Set(reachable.map(({ code }) => baseOf(code)));
    const isOffered = (group: TargetGroup) => !bases || bases.has(group.base);
    const chosen = targetSelect.value;
    const rest = document.createElement('optgroup');
    rest.label = `Not from ${names.get(from ?? '') ?? 'this language'}`;
    rest.disabled = true;
    rest.append(...groups.filter((group) => !isOffered(group)).map(optionOf));
    targetSelect.replaceChildren(...groups.filter(isOffered).map(optionOf));
    if (rest.childElementCount > 0) targetSelect.append(rest);
    targetSelect.value = chosen;
  };
  const targetsFrom = (code: string): Promise<readonly Language[] | undefined> => {
    const asked = targetsBySource.get(code) ?? fetchLanguages('target', code);
    targetsBySource.set(code, asked);
    return asked.catch(() => {
      // Everything stays offered; a pair that cannot be done is told when it is tried.
      targetsBySource.delete(code);
      return undefined;
    });
  };

  const showDetected = (code: string | undefined) => {
    const isNew = code !== detected;
    detected = code;
    const isShown = source() === undefined && code !== undefined;
    detectedLabel.hidden = !isShown;
    detectedLabel.textContent = isShown ? `${names.get(code) ?? code} detected` : '';
    if (isNew) void offerTargets();
    showSwap();
  };
  const showSwap = () => {
    const from = knownSource();
    swapButton.disabled =
      from === undefined || groupOf(from) === undefined || !hasSource(baseOf(target()));
  };
  const remember = () => {
    const { variants } = recallChoices();
    keepChoices({
      source: sourceSelect.value,
      target: target(),
      variants: { ...variants, [targetSelect.value]: target() },
    });
    showSwap();
  };
  const changed = () => {
    remember();
    onChange();
  };
  sourceSelect.addEventListener('change', () => {
    showDetected(undefined);
    void offerTargets();
    changed();
  });
  targetSelect.addEventListener('change', () => {
    showVariants();
    changed();
  });
  variantField.addEventListener('change', changed);

  return {
    async load() {
      // One after the other: the first answer brings the session.
      const sources = await fetchLanguages('source');
      const targets = await fetchLanguages('target');
      for (const { code, name } of [...sources, ...targets]) names.set(code, name);
      for (const { code, name } of sources) names.set(code, name);
      groups = groupTargets(targets);
      for (const { base, name } of groups) if (!names.has(base)) names.set(base, name);
      const choices = recallChoices();
      const [detect] = sourceSelect.options;
      if (detect) sourceSelect.replaceChildren(detect);
      sourceSelect.append(
        ...byName(sources).map(({ code, name }) => optionOf({ base: code, name })),
      );
      sourceSelect.value = hasSource(choices.source) ? choices.source : '';
      targetSelect.replaceChildren(...groups.map(optionOf));
      const wanted = [choices.target, ...navigator.languages.map(variantOfTag), 'EN'];
      targetSelect.value =
        wanted.map(baseOf).find((base) => groupOf(base) !== undefined) ?? groups[0]?.base ?? '';
      showVariants(choices.target);
      await offerTargets();
      showSwap();
      return sources.length > 0 && groups.length > 0;
    },
    source,
    knownSource,
    target,
    nameOf: (code) => names.get(code) ?? names.get(baseOf(code)) ?? code,
    showDetected,
    swap() {
      const from = knownSource();
      if (swapButton.disabled || from === undefined) return false;
      sourceSelect.value = baseOf(target());
      targetSelect.value = from;
      showDetected(undefined);
      void offerTargets();
      showVariants();
      remember();
      return true;
    },
  };
};

const optionOf = ({ base, name }: { readonly base: string; readonly name: string }) =>
  new Option(name, base);
