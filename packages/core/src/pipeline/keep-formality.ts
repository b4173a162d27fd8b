import { type AppError, invalidParameter } from '@dragoman/contract';
import { mapYielding } from '../event-loop.js';
import {
  type Formality,
  type FormalitySign,
  formalitySigns,
  majorityOf,
  type TranslatedSentence,
  tellingSigns,
} from '../formality/formality.js';
import type { Route } from '../routing/route.js';
import type { RequiredFeature } from './plan-guidance.js';
import { forSome, type SentenceJob, type Stage } from './sentence-job.js';

/** What is asked of the form of address. */
interface FormalityOptions {
  readonly route: Route;
  /** Undefined where the form is left to the service. */
  readonly asked: Formality | undefined;
  /** The parameter that makes the other form an error; undefined where it is none. */
  readonly requiredBy: RequiredFeature['parameter'] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Gives the sentences of each text one form of address: the one that is asked for, and otherwise the
 * one that most of its sentences have. What an engine wrote in the other form is translated once more,
 * by an engine that can be told. A text that comes in parts keeps the form of its first ones. The
 * branches of a message are one text here, of which a reader sees one or the other.
 *
 * @param translateAs translates jobs again, in a form
 * @returns the stage for jobs that are translated
 * @throws AppError `invalid_parameter` where a form that was asked for cannot be had
 */
export const createKeepFormality = (
  { route, asked, requiredBy, signal }: FormalityOptions,
  translateAs: (form: Formality) => Stage,
): Stage => {
  const last = route.legs.at(-1);
  if (!last?.choosesFormality) return async (jobs) => jobs;
  const formOfText = new Map<TextKey, Formality>();
  const sentenceOf = ({ unit, translated }: SentenceJob): TranslatedSentence => ({
    source: last.source,
    target: last.target,
    translation: translated?.text ?? '',
    // What goes through a third language may say "you" there.
    text: route.legs.length === 1 ? unit.text : '',
  });
  const mapJobs = <Result>(
    jobs: readonly SentenceJob[],
    look: (sentence: TranslatedSentence) => Result,
  ) =>
    mapYielding(
      jobs,
      signal,
      ({ unit }) => unit.text.length,
      (job) => look(sentenceOf(job)),
    );
  const keepFormality: Stage = async (jobs) => {
    if (asked !== undefined) {
      const isOther = (sentence: TranslatedSentence): boolean =>
        formalitySigns(sentence).some(({ form, isSure }) => isSure && form !== asked);
      if (requiredBy && (await mapJobs(jobs, isOther)).includes(true)) {
        throw unmetFormality(requiredBy, asked);
      }
      return jobs;
    }
    const signsOfJobs = await mapJobs(jobs, tellingSigns);
    const signsOfText = new Map<TextKey, (readonly FormalitySign[])[]>();
    for (const [index, job] of jobs.entries()) {
      const signs = signsOfJobs[index] ?? [];
      const text = textKey(job);
      const ofText = signsOfText.get(text);
      if (ofText) ofText.push(signs);
      else signsOfText.set(text, [signs]);
    }
    for (const [text, signs] of signsOfText) {
      const form = formOf(signs);
      if (form && !formOfText.has(text)) formOfText.set(text, form);
    }
    const wanted = jobs.map((job, index) => {
      const { isRecalled } = job;
      const form = formOfText.get(textKey(job));
      const isOther = signsOfJobs[index]?.some((sign) => sign.form !== form) === true;
      return isOther && !isRecalled ? form : undefined;
    });
    const more = await forSome(jobs, (_, index) => wanted[index] === 'more', translateAs('more'));
    return forSome(more, (_, index) => wanted[index] === 'less', translateAs('less'));
  };
  return keepFormality;
};

/** What has one form of address: a text, or all branches of a message. */
type TextKey = number | `message ${number}`;

const textKey = ({ text, message }: SentenceJob): TextKey =>
  message === undefined ? text : `message ${message}`;

/** The form that most sentences of a text have; the first one where both are alike. */
const formOf = (sentences: readonly (readonly FormalitySign[])[]): Formality | undefined => {
  const forms = sentences.flatMap((signs) => {
    const form = majorityOf(signs);
    return form === undefined ? [] : [{ form }];
  });
  return majorityOf(forms) ?? forms[0]?.form ?? sentences.flat()[0]?.form;
};

const unmetFormality = (parameter: RequiredFeature['parameter'], form: Formality): AppError =>
  invalidParameter(
    parameter,
    parameter === 'formality'
      ? `No translation with formality=${form} was found for one of the sentences. With formality=prefer_${form} it is returned with the formality the model chose.`
      : `A sentence could not be translated with the formality of the style. Send formality=prefer_${form} to have it as it is.`,
  );
