import { MEMORY_LIMITS } from '@dragoman/contract';
import type { Permission } from '../../accounts/records/key-record.js';
import type { Operation } from './operation.js';

const TAG = 'Translation memories';
const PERMISSIONS: readonly Permission[] = ['translate'];
const ID = '8b2f5c1e-6d3a-4f70-9c1b-2e4d6f8a0b13';
const JOB_ID = '3c9d1a7e-5b2f-4e68-8a0c-7f1e2d3b4c56';
const TOKEN = 'q3Zs0F1nV7yK2mXw9bTgRjLh5dPcA8eUoI6tNfGkSvE';
const PATH = '/v3/translation_memories';
const ONE = `${PATH}/{translation_memory_id}`;
const ADDRESS = 'http://127.0.0.1:3030';

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Good morning!</seg></tuv><tuv xml:lang="es"><seg>¡Buen día!</seg></tuv></tu>
</body></tmx>
`;
const TMX_TYPE = 'application/xml';

const time = '2026-11-23T09:00:00.000Z';
const MEMORY = {
  translation_memory_id: ID,
  name: 'Greetings',
  source_language: 'en',
  target_languages: ['es'],
  segment_count: 1,
  creation_time: time,
  updated_time: time,
};
const SOURCE_FILE = { file_name: 'greetings.tmx', content_length: Buffer.byteLength(FILE) };

const shared = { tag: TAG, permissions: PERMISSIONS } as const satisfies Partial<Operation>;
const ofOne = {
  ...shared,
  pathParameters: [
    {
      name: 'translation_memory_id',
      description: 'The id of the translation memory.',
      example: ID,
    },
  ],
  errors: ['invalid_parameter', 'not_found'],
} as const satisfies Partial<Operation>;
const jobId = { name: 'job_id', description: 'The id of the job.', example: JOB_ID } as const;
const ofFile = {
  tag: TAG,
  pathParameters: [
    jobId,
    { name: 'token', description: 'The secret part of the address.', example: TOKEN },
  ],
  errors: ['not_found'],
} as const satisfies Partial<Operation>;

const optional = (name: string, description: string, example: string) => ({
  ...{ name, description, example },
  isRequired: false,
});

export const MEMORY_OPERATIONS: readonly Operation[] = [
  {
    tag: TAG,
    permissions: PERMISSIONS,
    method: 'get',
    path: PATH,
    id: 'listTranslationMemories',
    summary: 'List translation memories',
    query: [
      optional('page', 'Number of the page, from 0 (default).', '0'),
      optional('page_size', 'Memories on a page: 1 to 25, by default 10.', '10'),
    ],
    answers: [
      {
        status: 200,
        description: 'Those of this key, the oldest first.',
        schema: 'TranslationMemories',
        example: { translation_memories: [MEMORY], total_count: 1 },
      },
    ],
    errors: ['invalid_parameter'],
  },
  {
    ...ofOne,
    method: 'get',
    path: ONE,
    id: 'getTranslationMemory',
    summary: 'Show a translation memory',
    answers: [
      {
        status: 200,
        description: 'The translation memory.',
        schema: 'TranslationMemory',
        example: MEMORY,
      },
    ],
  },
  {
    ...ofOne,
    method: 'get',
    path: `${ONE}/segments`,
    id: 'listTranslationMemorySegments',
    summary: 'List the segments of a translation memory',
    query: [
      optional('page_size', 'Segments on a page: 1 to 100, by default 50.', '50'),
      {
        name: 'filter_text',
        description: 'Only segments with this text, in any of their languages.',
        isRequired: false,
        example: 'morning',
      },
      {
        name: 'filter_case_sensitive',
        description: 'Whether capital and small letters differ for the filter.',
        isRequired: false,
        values: ['true', 'false'],
        example: 'false',
      },
    ],
    description: 'For the next page, add `page_cursor` with the `next_page_cursor` of this one.',
    answers: [
      {
        status: 200,
        description: 'One page, in the order of the file.',
        schema: 'TranslationMemorySegments',
        example: {
          segments: [
            {
              source_segment_id: '0',
              source_text: 'Good morning!',
              targets: [
                { target_segment_id: '0-es', target_language: 'es', target_text: '¡Buen día!' },
              ],
            },
          ],
          segment_count: 1,
        },
      },
    ],
  },
  {
    ...ofOne,
    method: 'delete',
    path: ONE,
    id: 'deleteTranslationMemory',
    summary: 'Delete a translation memory',
    answers: [{ status: 204, description: 'It is deleted.' }],
  },
  {
    ...shared,
    method: 'post',
    path: `${PATH}/import`,
    id: 'importTranslationMemory',
    summary: 'Create a translation memory from a TMX file',
    description: `Announces the file. Then send it to \`upload_url\` within a day, and ask for the job until it is \`completed\`. A file may have ${MEMORY_LIMITS.importBytes} bytes.`,
    body: {
      schema: 'TranslationMemoryImportRequest',
      isRequired: true,
      example: { source_file: SOURCE_FILE, parameters: { display_name: 'Greetings' } },
    },
    answers: [
      {
        status: 200,
        description: 'The job.',
        schema: 'TranslationMemoryImport',
        example: {
          job_id: JOB_ID,
          upload_url: `${ADDRESS}${PATH}/uploads/${JOB_ID}/${TOKEN}`,
          expires_at: time,
        },
      },
    ],
    errors: ['invalid_parameter', 'quota_exceeded', 'too_many_requests'],
  },
  {
    ...ofFile,
    method: 'put',
    path: `${PATH}/uploads/{job_id}/{token}`,
    id: 'uploadTranslationMemoryFile',
    summary: 'Send the file of an import',
    description: 'Works once. The address is all that is needed.',
    fileBody: { mediaType: TMX_TYPE, example: FILE },
    answers: [{ status: 204, description: 'The file has arrived, and is being read.' }],
    errors: ['invalid_parameter', 'not_found', 'body_too_large'],
  },
  {
    ...ofOne,
    method: 'post',
    path: `${ONE}/export`,
    id: 'exportTranslationMemory',
    summary: 'Export a translation memory as a TMX file',
    description:
      'The job has the address of the file. An export that waits for its download is returned again, with status 200.',
    answers: [
      {
        status: 202,
        description: 'The job.',
        schema: 'TranslationMemoryExport',
        example: { job_id: JOB_ID, parameters: { translation_memory_id: ID } },
      },
    ],
    errors: ['invalid_parameter', 'not_found', 'too_many_requests'],
  },
  {
    ...shared,
    method: 'get',
    path: `${PATH}/jobs/{job_id}`,
    id: 'getTranslationMemoryJob',
    summary: 'Show an import or an export',
    pathParameters: [jobId],
    answers: [
      {
        status: 200,
        description: 'The job.',
        schema: 'TranslationMemoryJob',
        example: {
          job_id: JOB_ID,
          product: 'translation_memory',
          operation: 'import',
          creation_time: time,
          updated_time: time,
          source_file: { ...SOURCE_FILE, content_type: TMX_TYPE },
          parameters: { display_name: 'Greetings' },
          results: [{ status: 'completed', translation_memory_id: ID, skipped_segment_count: 0 }],
        },
      },
    ],
    errors: ['not_found'],
  },
  {
    ...ofFile,
    method: 'get',
    path: `${PATH}/downloads/{job_id}/{token}`,
    id: 'downloadTranslationMemory',
    summary: 'Download the file of an export',
    description: 'Works once. The address is all that is needed.',
    answers: [{ status: 200, description: 'TMX 1.4 in UTF-8.', mediaType: TMX_TYPE }],
  },
];
