const TEXT = { type: 'string' } as const;
const TEXTS = { oneOf: [TEXT, { type: 'array', items: TEXT }] } as const;

const operation = (summary: string, required: readonly string[], fields: object) => ({
  post: {
    summary,
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'].map(
          (type) => [type, { schema: { type: 'object', required, properties: fields } }],
        ),
      ),
    },
    responses: { 200: { description: 'The answer.' }, 400: { description: 'What is wrong.' } },
  },
});

const list = (summary: string) => ({
  get: { summary, responses: { 200: { description: 'The answer.' } } },
});

/**
 * `GET /spec`: LibreTranslate's routes that this server has, as OpenAPI. Clients recognise a
 * LibreTranslate server by the title.
 */
export const LIBRETRANSLATE_SPEC = {
  openapi: '3.1.0',
  info: {
    title: 'LibreTranslate',
    version: '1.0.0',
    description: 'The routes of LibreTranslate that Dragoman has.',
  },
  paths: {
    '/translate': operation('Translate texts', ['q', 'source', 'target'], {
      q: TEXTS,
      source: TEXT,
      target: TEXT,
      format: { enum: ['text', 'html'] },
      alternatives: { type: 'integer' },
      api_key: TEXT,
    }),
    '/detect': operation('Detect the language of a text', ['q'], { q: TEXTS, api_key: TEXT }),
    '/translate_file': operation('Translate a file', ['file', 'source', 'target'], {
      file: { type: 'string', format: 'binary' },
      source: TEXT,
      target: TEXT,
      api_key: TEXT,
    }),
    '/languages': list('List languages'),
    '/frontend/settings': list('Show the limits'),
    '/health': list('Check whether texts can be translated now'),
  },
} as const;
