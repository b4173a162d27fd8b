const GOOD = { text: ['The house'], source_lang: 'EN', target_lang: 'ES' };
const DEEP = 20_000;

/** Bodies that are no translate request. */
const BODIES = [
  '',
  'null',
  '[]',
  '1',
  '"text"',
  '{',
  '{"text":',
  '\u0000',
  '['.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  '{"__proto__":{"text":["a"]},"target_lang":"ES"}',
  '{"constructor":{"prototype":{}},"text":["a"],"target_lang":"ES"}',
  JSON.stringify({ ...GOOD, text: Array(51).fill('a') }),
  JSON.stringify({ ...GOOD, text: 'a'.repeat(200_000) }),
  JSON.stringify({ ...GOOD, text: [1] }),
  JSON.stringify({ ...GOOD, text: [{}] }),
  JSON.stringify({ ...GOOD, target_lang: 'XX' }),
  JSON.stringify({ ...GOOD, target_lang: ['ES'] }),
  JSON.stringify({ ...GOOD, tag_handling: 'sgml' }),
  JSON.stringify({ ...GOOD, split_sentences: 7 }),
];
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=x-unknown',
];

/** Every body with every type; all must be refused with a 4xx. */
export const attackWithBodies = async ({ post }) => {
  let bodies = 0;
  let failures = 0;
  for (const body of BODIES) {
    for (const type of TYPES) {
      bodies++;
      const { status } = await post(body, { 'content-type': type });
      if (status < 400 || status >= 500) failures++;
    }
  }
  return { bodies, failures };
};
