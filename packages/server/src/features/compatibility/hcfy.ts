import { baseOf, invalidParameter, missingParameter, parseTranslateBody } from '@dragoman/contract';
import { fieldsOf } from './fields.js';
import { codeOfName, nameOfLanguage } from './hcfy-languages.js';
import { sourceCode, targetCode } from './language-codes.js';
import { toErrorShape } from './peer-errors.js';
import type { PeerRoutes } from './peer-routes.js';

/** The extension sends two targets: the second is for texts that are already in the first. */
const MAX_DESTINATIONS = 10;

const errorShape = toErrorShape({
  parameterNames: { source_lang: 'source', target_lang: 'destination' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
});

const registerBehindKey: PeerRoutes['registerBehindKey'] = (app, dependencies) => {
  const { settings, detect } = dependencies;
  app.post('/hcfy', async (request, reply) => {
    const { text, source, destination } = fieldsOf(request);
    if (text !== undefined && typeof text !== 'string')
      throw invalidParameter('text', 'It is a string.');
    const given = sourceCode(codeOfName(source));
    const language = given ?? detect([text ?? ''])[0]?.language;
    const wanted = chooseDestination(readDestinations(destination), language);
    const body = parseTranslateBody(
      { text, source_lang: given, target_lang: targetCode(codeOfName(wanted)) },
      settings,
    );
    const {
      texts: [translated],
    } = await dependencies.translateCharged(request, reply, body);
    return {
      text,
      from: given === undefined ? nameOfLanguage(translated?.source ?? '') : source,
      to: wanted,
      // Page translation relies on one result per paragraph.
      result: translated?.text.split('\n') ?? [],
    };
  });
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
export const HCFY_ROUTES: PeerRoutes = {
  apis: ['hcfy'],
  paths: ['/hcfy'],
  errorShape: () => errorShape,
  registerBehindKey,
};
