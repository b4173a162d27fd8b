import { DocumentError } from '../../document-error.js';
import type { Filter, Part } from '../../model.js';
import { createUnitCollector } from '../../units/unit-collector.js';
import { countOfficeElements } from './count-elements.js';
import { readOfficePackage } from './office-package.js';
import type { PartKind } from './shared-parts.js';

/**
 * Makes the filter of an office format from the kinds of parts it consists of.
 *
 * @param keepsMacros whether documents with macros are read, and keep them; others are refused
 */
export const officeFilter =
  (main: RegExp, kinds: readonly PartKind[], keepsMacros = false): Filter =>
  async (bytes, { limits }) => {
    const { contentTypes, hasMacros, text, pack } = await readOfficePackage(
      bytes,
      limits,
      keepsMacros,
    );
    if (![...contentTypes.values()].some((type) => main.test(type))) {
      throw new DocumentError('format_mismatch');
    }
    const collector = createUnitCollector(limits);
    const parts: Part[] = [];
    for (const { type, read } of kinds) {
      const names = [...contentTypes].filter(([, contentType]) => type.test(contentType));
      for (const name of names.map(([found]) => found).sort(byNumber)) {
        const part = read(name, text(name), { collector, limits });
        parts.push({ ...part, inventory: countOfficeElements });
      }
    }
    return {
      units: collector.units,
      parts,
      pack: (changed) => ({ bytes: pack(changed), notes: hasMacros ? [MACROS_KEPT] : [] }),
    };
  };

const MACROS_KEPT = 'The macros of the document were kept as they were.';

/** `slide2.xml` before `slide10.xml`. */
export const byNumber = new Intl.Collator('en', { numeric: true }).compare;
