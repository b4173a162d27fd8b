import { randomUUID } from 'node:crypto';
import {
  AppError,
  type ConfiguredRules,
  invalidParameter,
  isUuid,
  notFoundError,
  type SentInstruction,
  type SentStyle,
  STYLE_LIMITS,
  type StylePage,
  TOO_MANY_INSTRUCTIONS,
  type TranslateBody,
} from '@dragoman/contract';
import type { Languages, Style } from '@dragoman/core';
import { auditEntryOf, type Caller, type OwnedId } from '../../platform/accounts/caller.js';
import { retryConflicts } from '../../platform/retry-conflicts.js';
import type { InstructionRecord, StyleRecord, StyleStore } from './style-record.js';

/**
 * The style rule lists of all keys. Every method rejects with AppError `not_found` for an id that the
 * caller's key does not have, and for an instruction that is not there.
 */
export interface StyleService {
  /** @throws AppError `quota_exceeded` */
  create(caller: Caller, style: SentStyle): Promise<StyleRecord>;
  /** The oldest first. */
  list(ownerId: string, page: StylePage): Promise<readonly StyleRecord[]>;
  find(id: OwnedId): Promise<StyleRecord>;
  rename(caller: Caller, id: string, name: string): Promise<StyleRecord>;
  /** Replaces all rules; the instructions stay. */
  configure(caller: Caller, id: string, rules: ConfiguredRules): Promise<StyleRecord>;
  remove(caller: Caller, id: string): Promise<void>;
  findInstruction(styleId: OwnedId, instructionId: string): Promise<InstructionRecord>;
  /** @throws AppError `invalid_parameter` for more than a list may have */
  addInstruction(
    caller: Caller,
    id: string,
    instruction: SentInstruction,
  ): Promise<InstructionRecord>;
  replaceInstruction(
    caller: Caller,
    id: string,
    instruction: InstructionRecord,
  ): Promise<InstructionRecord>;
  removeInstruction(caller: Caller, id: string, instructionId: string): Promise<void>;
}

type Change = Partial<Pick<StyleRecord, 'name' | 'configuredRules' | 'instructions'>>;

/** @param now milliseconds since 1970 */
export const createStyleService = (store: StyleStore, now: () => number): StyleService => {
  const find = async (id: OwnedId): Promise<StyleRecord> => {
    const style = await store.find(id);
    if (!style) throw notFoundError('Style rule');
    return style;
  };

  const change = (
    caller: Caller,
    id: string,
    changeOf: (style: StyleRecord) => Change,
  ): Promise<StyleRecord> =>
    retryConflicts('style rule', async () => {
      const known = await find({ ownerId: caller.ownerId, id });
      const changed = changeOf(known);
      const style = {
        ...known,
        ...changed,
        version: known.version + 1,
        // A clock that goes back changes nothing about the order.
        updatedAtMs: Math.max(now(), known.updatedAtMs),
      };
      const { version } = style;
      const details = { style: id, changed: Object.keys(changed).join(','), version };
      const audit = auditEntryOf(caller, 'change-style', details, now());
      return (await store.replace(style, audit)) ? style : undefined;
    });

  return {
    async create(caller, { instructions, ...sent }) {
      const id = randomUUID();
      const style: StyleRecord = {
        ...sent,
        id,
        ownerId: caller.ownerId,
        version: 1,
        createdAtMs: now(),
        updatedAtMs: now(),
        instructions: instructions.map((instruction) => ({ id: randomUUID(), ...instruction })),
      };
      const { name, language } = sent;
      const audit = auditEntryOf(caller, 'create-style', { style: id, name, language }, now());
      if (await store.insert(style, STYLE_LIMITS.stylesPerKey, audit)) return style;
      throw new AppError('quota_exceeded', {
        message: `A key may have ${STYLE_LIMITS.stylesPerKey} style rules. Delete those that are not used.`,
      });
    },
    list: (ownerId, { page, pageSize }) =>
      store.list(ownerId, { offset: page * pageSize, limit: pageSize }),
    find,
    rename: (caller, id, name) => change(caller, id, () => ({ name })),
    configure: (caller, id, configuredRules) => change(caller, id, () => ({ configuredRules })),
    async remove(caller, id) {
      const audit = auditEntryOf(caller, 'remove-style', { style: id }, now());
      if (!(await store.remove({ ownerId: caller.ownerId, id }, audit)))
        throw notFoundError('Style rule');
    },
    async findInstruction(styleId, instructionId) {
      const { instructions } = await find(styleId);
      const instruction = instructions.find((known) => known.id === instructionId);
      if (!instruction) throw notFoundError('Custom instruction');
      return instruction;
    },
    async addInstruction(caller, id, sent) {
      const instruction = { id: randomUUID(), ...sent };
      await change(caller, id, ({ instructions }) => {
        if (instructions.length >= STYLE_LIMITS.instructions)
          throw new AppError('invalid_parameter', {
            parameter: 'custom_instructions',
            message: TOO_MANY_INSTRUCTIONS,
          });
        return { instructions: [...instructions, instruction] };
      });
      return instruction;
    },
    async replaceInstruction(caller, id, instruction) {
      await change(caller, id, ({ instructions }) => {
        if (!instructions.some((known) => known.id === instruction.id))
          throw notFoundError('Custom instruction');
        return {
          instructions: instructions.map((known) =>
            known.id === instruction.id ? instruction : known,
          ),
        };
      });
      return instruction;
    },
    async removeInstruction(caller, id, instructionId) {
      await change(caller, id, ({ instructions }) => {
        const others = instructions.filter((known) => known.id !== instructionId);
        if (others.length === instructions.length) throw notFoundError('Custom instruction');
        return { instructions: others };
      });
    },
  };
};

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
