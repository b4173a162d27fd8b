import type { Atom } from './run-atoms.js';
import { isTranslatedField } from './run-atoms.js';

/** Complex fields that are open, over the paragraphs of a part. */
export interface FieldState {
  /** Whether what comes now is computed by the program that opens the document. */
  readonly isOpaque: boolean;
  follow(atom: Atom): void;
}

export const createFieldState = (): FieldState => {
  const open: { instruction: string; isInResult: boolean }[] = [];
  return {
    get isOpaque() {
      return open.some(
        ({ instruction, isInResult }) => !isInResult || !isTranslatedField(instruction),
      );
    },
    follow(atom) {
      const innermost = open.at(-1);
      if (atom.kind === 'instruction' && innermost) innermost.instruction += atom.text;
      if (atom.kind !== 'field') return;
      if (atom.step === 'begin') open.push({ instruction: '', isInResult: false });
      else if (atom.step === 'separate' && innermost) innermost.isInResult = true;
      else if (atom.step === 'end') open.pop();
    },
  };
};
