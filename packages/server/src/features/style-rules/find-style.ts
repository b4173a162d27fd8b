import { AppError, invalidParameter, isUuid, type TranslateBody } from '@dragoman/contract';
import type { Languages, Style } from '@dragoman/core';
import type { StyleStore } from './style-record.js';

/** The parameters of a request that say which style applies. */
type StyleRequest = Pick<TranslateBody, 'style_id'>;

/** The style of a request. */
interface RequestStyle {
  readonly style: Style;
  /** Differs whenever the style does. */
  readonly revision: string;
}

/**
 * Finds the style for a request; undefined if it names none.
 *
 * @throws AppError `invalid_parameter` for an id that the owner does not have, and for a style of
 *   another language
 */
type FindStyle = (
  ownerId: string,
  request: StyleRequest,
  languages: Languages,
) => Promise<RequestStyle | undefined>;

export const createFindStyle =
  (store: Pick<StyleStore, 'find'>): FindStyle =>
  async (ownerId, { style_id: sent }, { target }) => {
    if (sent === undefined) return undefined;
    if (!isUuid(sent)) throw invalidParameter('style_id', 'The id of a style rule is a UUID.');
    const found = await store.find({ ownerId, id: sent.toLowerCase() });
    if (!found) throw refused('Style rule not found');
    if (target.base !== found.language) {
      throw refused('Style rule language does not match the translate request target language');
    }
    const { language, configuredRules, instructions, id, version } = found;
    return { style: { language, configuredRules, instructions }, revision: `${id} ${version}` };
  };

const refused = (message: string): AppError =>
  new AppError('invalid_parameter', { parameter: 'style_id', message });
