import type { RewriteRequest, TranslateBody } from '@dragoman/contract';
import {
  countCodePoints,
  type Deadline,
  type DetectLanguages,
  type Rewriter,
  type RewrittenText,
  type Term,
  type TranslatedText,
  type TranslationRequest,
  type Translator,
  withTerm,
} from '@dragoman/core';
import type { Configuration } from '../../configuration/settings.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { createCoalescer } from '../../platform/coalescer.js';
import { untilAborted } from '../../platform/promises.js';
import type { AccountServices } from '../keys-and-usage/account-services.js';
import { type ServiceLimits, type Slot, takeSlot } from './admission.js';
import { createEngineSpeeds } from './engine-speeds.js';
import { namesCustomizations, type ResolveRequest } from './resolve-request.js';
import { translateMessages } from './translate-messages.js';

/** What became of a request. */
export interface TranslatedRequest {
  readonly request: TranslationRequest;
  /** One text per text of the request, in its order. */
  readonly texts: readonly TranslatedText[];
}

/** Who pays for a request, and how long somebody waits for it. */
export interface ChargedCaller {
  readonly owner: KeyRecord;
  /** The tag under which the usage is reported. */
  readonly reportingTag: string | undefined;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
  /** Reports once whether the caller got the response as a whole: only then it is billed. */
  onceAnswered(report: (wasAnswered: boolean) => void): void;
  /** Takes the texts, and later their translations, for logs that may contain them. */
  record(translated: TranslatedTexts): void;
}

/** Texts and translations, for logs that may contain them. */
export interface TranslatedTexts {
  readonly texts: readonly string[];
  readonly translations?: readonly { readonly text: string }[];
}

/** The use case: a checked request in, its texts out, with limits, quota and bill. */
export interface TranslationService {
  /**
   * Translates for the owner of a key, whatever API the request came by. The characters of its
   * texts are reserved first, and billed once the answer has been sent as a whole; any other end of
   * the request bills nothing.
   *
   * @throws AppError `too_many_requests`, `quota_exceeded`, and what
   *   {@link TranslationService.translateShared} throws
   */
  translateCharged(caller: ChargedCaller, body: TranslateBody): Promise<TranslatedRequest>;
  /**
   * Translates where there is room, until the deadline, and shares the work between identical
   * requests of one owner, whose glossaries, style rules and translation memories apply. Bills
   * nobody.
   *
   * @param callerSignal aborts when this caller leaves; the work ends when nobody waits for it any more
   * @param term to be used besides those of the glossaries; needs `source_lang`
   * @throws AppError for what cannot be served
   */
  translateShared(
    owner: string,
    body: TranslateBody,
    callerSignal: AbortSignal,
    term?: Term,
  ): Promise<TranslatedRequest>;
  /** The same as {@link TranslationService.translateCharged}, for texts to be rewritten. */
  rewriteCharged(caller: ChargedCaller, wanted: RewriteRequest): Promise<readonly RewrittenText[]>;
}

/** What the use case needs. */
interface TranslationDependencies
  extends ServiceLimits,
    Pick<AccountServices, 'rateLimits' | 'ledger' | 'tokenBudgets'> {
  readonly settings: ServiceLimits['settings'] & Pick<Configuration, 'coalesceGraceMs'>;
  readonly translator: Translator;
  readonly detect: DetectLanguages;
  readonly rewriter: Rewriter;
  readonly resolveRequest: ResolveRequest;
}

/** Make one for all routes, so that they share their work. */
export const createTranslationService = ({
  settings,
  translator,
  detect,
  rewriter,
  resolveRequest,
  admission,
  rateLimits,
  ledger,
  tokenBudgets,
}: TranslationDependencies): TranslationService => {
  const limits = { settings, admission };
  const translations = createCoalescer<readonly TranslatedText[]>(settings.coalesceGraceMs);
  const engineSpeeds = createEngineSpeeds();
  const rewritings = createCoalescer<readonly RewrittenText[]>(settings.coalesceGraceMs);

  const charge = async <Result extends { readonly texts: readonly BilledText[] }>(
    { owner, reportingTag, onceAnswered, record }: ChargedCaller,
    sent: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    record({ texts: sent });
    const characters = sent.reduce((sum, text) => sum + countCodePoints(text), 0);
    await rateLimits.take(owner, { requests: 0, characters });
    const reserved = await ledger.reserve(owner, characters, reportingTag);

    let billed: number | undefined;
    onceAnswered((wasAnswered) => {
      if (wasAnswered && billed !== undefined) reserved.settle(billed);
      else reserved.cancel();
    });

    const result = await work();
    const { texts } = result;
    record({ texts: sent, translations: texts });
    billed = texts.reduce((sum, { billedCharacters }) => sum + billedCharacters, 0);
    return result;
  };

  const enter = (texts: readonly string[]): Entered => {
    const slot = takeSlot(limits, texts);
    return { slot, deadline: engineSpeeds.startDeadline(slot.timeoutMs) };
  };

  /**
   * Works in a slot, until its deadline, and leaves it. The deadline aborts the work; so does its
   * own failure, or what else belongs to it would go on for nobody.
   */
  const workIn = async <Result>(
    { slot, deadline }: Entered,
    controller: AbortController,
    work: (signal: AbortSignal, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> => {
    const signal = AbortSignal.any([slot.signal, controller.signal]);
    try {
      return await untilAborted(work(signal, deadline), signal);
    } catch (error) {
      controller.abort(error);
      throw error;
    } finally {
      slot.leave();
    }
  };

  const translateShared: TranslationService['translateShared'] = async (
    owner,
    body,
    callerSignal,
    term,
  ) => {
    // Where the store has to be asked, only if there is room; the work then gets the same slot.
    let entered = namesCustomizations(body) ? enter(body.text) : undefined;
    try {
      const resolving = resolveRequest(owner, body);
      const resolved = await (entered
        ? untilAborted(resolving, AbortSignal.any([entered.slot.signal, callerSignal]))
        : resolving);
      const { source, target } = resolved.request;
      const pair = source === undefined ? undefined : { source, target: target.base };
      const start = (controller: AbortController) => {
        const own = entered ?? enter(body.text);
        entered = undefined;
        return workIn(own, controller, async (signal, deadline) => {
          const request = await resolved.load(signal);
          const terms = term && pair ? { terms: withTerm(term, request.terms, pair) } : {};
          const whole = { ...request, texts: body.text, ...terms, deadline };
          return body.message_format === 'icu'
            ? translateMessages({ translator, detect, request: whole, signal })
            : translator.translate(whole, signal);
        });
      };
      const key = `${owner} ${resolved.revision} ${JSON.stringify([body, term])}`;
      const shared = translations.join(key, start, callerSignal);
      entered?.slot.leave();
      return { request: { ...resolved.request, texts: body.text }, texts: await shared };
    } catch (error) {
      entered?.slot.leave();
      throw error;
    }
  };

  return {
    translateShared,
    translateCharged: (caller, body) =>
      charge(caller, body.text, () => translateShared(caller.owner.id, body, caller.signal)),
    async rewriteCharged(caller, wanted) {
      const { id } = caller.owner;
      const rewrite = async () => {
        const texts = await rewritings.join(
          `${id} ${JSON.stringify(wanted)}`,
          (controller) =>
            workIn(enter(wanted.text), controller, async (signal) => {
              const budget = await tokenBudgets.open(id);
              return rewriter.rewrite(wanted, { signal, budget });
            }),
          caller.signal,
        );
        return { texts };
      };
      return (await charge(caller, wanted.text, rewrite)).texts;
    },
  };
};

/** A slot, and what its deadline is to the pipeline. */
interface Entered {
  readonly slot: Slot;
  readonly deadline: Deadline;
}

type BilledText = Pick<TranslatedText, 'text' | 'billedCharacters'>;
