import { parseTranslateBody } from '@dragoman/contract';
import {
  type CompatibleRoute,
  type CompatibleRoutes,
  fieldsOf,
  toErrorShape,
} from './compatible-api.js';
import { browserCode, sourceCode, targetCode } from './language-codes.js';

const errorShape = toErrorShape({
  parameterNames: { source_lang: 'from', target_lang: 'to' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
});

const translate: CompatibleRoute['handler'] = (dependencies) => async (request, reply) => {
  const { from, to, text, texts } = fieldsOf(request);
  const body = parseTranslateBody(
    { text: texts ?? text, source_lang: sourceCode(from), target_lang: targetCode(to) },
    dependencies.settings,
  );
  const { texts: translated } = await dependencies.translateCharged(request, reply, body);
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
  errorShape: () => errorShape,
  routes: [{ method: 'post', path: '/kiss', handler: translate }],
};
