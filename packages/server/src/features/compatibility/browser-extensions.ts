import {
  baseOf,
  invalidParameter,
  LANGUAGES,
  type LanguageTag,
  missingParameter,
  parseTranslateBody,
  toTag,
} from '@dragoman/contract';
import { signalOf } from '../../platform/http/once-sent.js';
import { chargedCallerOf } from '../translate/charged-caller.js';
import {
  browserCode,
  type CompatibleRoute,
  type CompatibleRoutes,
  fieldsOf,
  sourceCode,
  targetCode,
  toErrorShape,
} from './compatible-api.js';

const immersiveError = toErrorShape({
  parameterNames: { text: 'text_list' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
});

const translateForImmersive: CompatibleRoute['handler'] =
  (dependencies) => async (request, reply) => {
    const { source_lang, target_lang, text_list } = fieldsOf(request);
    const body = parseTranslateBody(
      {
        text: text_list,
        source_lang: sourceCode(source_lang),
        target_lang: targetCode(target_lang),
      },
      dependencies.settings,
    );
    const { texts } = await dependencies.translateCharged(chargedCallerOf(request, reply), body);
    return {
      translations: texts.map(({ text, source }) => ({
        detected_source_lang: body.source_lang === undefined ? browserCode(source) : source_lang,
        text,
      })),
    };
  };

/** `POST /imme`: the API that Immersive Translate documents for custom servers. */
export const IMMERSIVE_TRANSLATE_ROUTES: CompatibleRoutes = {
  apis: ['imme'],
  errorShape: () => immersiveError,
  routes: [{ method: 'post', path: '/imme', handler: translateForImmersive }],
};

const kissError = toErrorShape({
  parameterNames: { source_lang: 'from', target_lang: 'to' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
});

const translateForKiss: CompatibleRoute['handler'] = (dependencies) => async (request, reply) => {
  const { from, to, text, texts } = fieldsOf(request);
  const body = parseTranslateBody(
    { text: texts ?? text, source_lang: sourceCode(from), target_lang: targetCode(to) },
    dependencies.settings,
  );
  const { texts: translated } = await dependencies.translateCharged(
    chargedCallerOf(request, reply),
    body,
  );
  const translations = translated.map((item) => ({
    text: item.text,
    // The extension compares it with the target, using its own codes.
    src: body.source_lang === undefined ? browserCode(item.source) : from,
  }));
  return texts === undefined ? translations[0] : { translations };
};

/** `POST /kiss`: what Kiss Translator sends to a custom server, one text or several. */
export const KISS_TRANSLATOR_ROUTES: CompatibleRoutes = {
  apis: ['kiss'],
  errorShape: () => kissError,
  routes: [{ method: 'post', path: '/kiss', handler: translateForKiss }],
};

/** 划词翻译 sends two targets: the second is for texts that are already in the first. */
const MAX_DESTINATIONS = 10;

const hcfyError = toErrorShape({
  parameterNames: { source_lang: 'source', target_lang: 'destination' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
});

/** Where its names are not the usual Chinese ones. */
const OWN_NAMES: readonly (readonly [name: string, tag: LanguageTag])[] = [
  ['中文(简体)', 'zh-Hans'],
  ['中文(繁体)', 'zh-Hant'],
  ['挪威语', 'nb'],
];

const chineseNames = new Intl.DisplayNames(['zh-Hans'], { type: 'language' });

const tagByName: ReadonlyMap<string, LanguageTag> = new Map([
  ...LANGUAGES.map(({ code }) => toTag(code)).map(
    (tag) => [chineseNames.of(tag) ?? tag, tag] as const,
  ),
  ...OWN_NAMES,
]);

const nameByTag: ReadonlyMap<LanguageTag, string> = new Map([
  ...[...tagByName].map(([name, tag]) => [tag, name] as const),
  ['zh', '中文(简体)'],
]);

/** It names languages in Chinese. Everything else is treated as a code. */
const codeOfName = (name: unknown): unknown =>
  typeof name === 'string' ? (tagByName.get(name) ?? name) : name;

/** The Chinese name of a language, or its tag if there is none. */
const nameOfLanguage = (tag: LanguageTag): string => nameByTag.get(tag) ?? tag;

const translateForHcfy: CompatibleRoute['handler'] = (dependencies) => async (request, reply) => {
  const { settings, detect } = dependencies;
  const { text, source, destination } = fieldsOf(request);
  if (text !== undefined && typeof text !== 'string')
    throw invalidParameter('text', 'It must be a string.');
  const given = sourceCode(codeOfName(source));
  const language = given ?? (await detect([text ?? ''], signalOf(reply.raw)))[0]?.language;
  const wanted = chooseDestination(readDestinations(destination), language);
  const body = parseTranslateBody(
    { text, source_lang: given, target_lang: targetCode(codeOfName(wanted)) },
    settings,
  );
  const {
    texts: [translated],
  } = await dependencies.translateCharged(chargedCallerOf(request, reply), body);
  return {
    text,
    from: given === undefined ? nameOfLanguage(translated?.source ?? '') : source,
    to: wanted,
    // Page translation relies on one result per paragraph.
    result: translated?.text.split('\n') ?? [],
  };
};

const readDestinations = (destination: unknown): readonly string[] => {
  if (destination === undefined) throw missingParameter('destination');
  const names: readonly unknown[] = [destination].flat();
  if (names.length === 0) throw missingParameter('destination');
  if (names.length > MAX_DESTINATIONS || !names.every((name) => typeof name === 'string')) {
    throw invalidParameter('destination', 'Send names or codes of languages.');
  }
  return names;
};

/** The first target that is not the language of the text, or else the first one. */
const chooseDestination = (destinations: readonly string[], language: unknown): string =>
  destinations.find((name) => baseOf(String(targetCode(codeOfName(name)))) !== language) ??
  destinations[0] ??
  '';

/** `POST /hcfy`: the API that the extension 划词翻译 documents for custom servers. */
export const HCFY_ROUTES: CompatibleRoutes = {
  apis: ['hcfy'],
  errorShape: () => hcfyError,
  routes: [{ method: 'post', path: '/hcfy', handler: translateForHcfy }],
};
