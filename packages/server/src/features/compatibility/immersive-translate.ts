import { parseTranslateBody } from '@dragoman/contract';
import {
  type CompatibleRoute,
  type CompatibleRoutes,
  fieldsOf,
  toErrorShape,
} from './compatible-api.js';
import { browserCode, sourceCode, targetCode } from './language-codes.js';

const errorShape = toErrorShape({
  parameterNames: { text: 'text_list' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
});

const translate: CompatibleRoute['handler'] = (dependencies) => async (request, reply) => {
  const { source_lang, target_lang, text_list } = fieldsOf(request);
  const body = parseTranslateBody(
    {
      text: text_list,
      source_lang: sourceCode(source_lang),
      target_lang: targetCode(target_lang),
    },
    dependencies.settings,
  );
  const { texts } = await dependencies.translateCharged(request, reply, body);
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
  errorShape: () => errorShape,
  routes: [{ method: 'post', path: '/imme', handler: translate }],
};
