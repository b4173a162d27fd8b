import { keepChoices, recallChoices } from '../choices.js';
import { checkRadio, element, radios } from '../elements.js';
import type { ModelType } from '../service/api.js';

/** The kind of model to translate with. */
export interface ModelChoice {
  /** Undefined if the server chooses. */
  chosen(): ModelType | undefined;
  /** Offers only these kinds, and the one that is chosen; all if it is not known which there are. */
  offer(kinds: readonly ModelType[] | undefined): void;
}

const MODEL_TYPES: readonly ModelType[] = ['latency_optimized', 'quality_optimized'];

const kindOf = ({ value }: HTMLInputElement): ModelType | undefined =>
  MODEL_TYPES.find((kind) => kind === value);

export const createModelChoice = (onChange: () => void): ModelChoice => {
  const choices = radios('model');
  const chosen = () => choices.filter((radio) => radio.checked).map(kindOf)[0];
  checkRadio('model', recallChoices().modelType);
  element('model', HTMLFieldSetElement).addEventListener('change', () => {
    keepChoices({ modelType: chosen() ?? '' });
    onChange();
  });
  return {
    chosen,
    offer(kinds) {
      for (const radio of choices) {
        const kind = kindOf(radio);
        const isThere = kind === undefined || kinds === undefined || kinds.includes(kind);
        radio.labels?.[0]?.toggleAttribute('hidden', !isThere && !radio.checked);
      }
    },
  };
};
