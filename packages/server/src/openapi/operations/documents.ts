import type { Permission } from '../../accounts/records/key-record.js';
import type { Operation } from './operation.js';

const ID = '04DE5AD98A02647D83285A36021911C6';
const KEY = '0CB0054F1C132C1625B392EADDA41CB754A742822F6877173029A6C487E7F60A';

const PERMISSIONS: readonly Permission[] = ['translate'];

const shared = {
  tag: 'Documents',
  permissions: PERMISSIONS,
  pathParameters: [
    { name: 'document_id', description: 'The id that the upload was answered with.', example: ID },
  ],
} as const satisfies Partial<Operation>;

const access = {
  schema: 'DocumentAccess',
  takesForm: true,
  isRequired: true,
  example: { document_key: KEY },
} as const;

const status = {
  ...shared,
  path: '/v2/document/{document_id}',
  summary: 'How far a document is',
  answers: [
    {
      status: 200,
      description: 'How far it is.',
      schema: 'DocumentStatus',
      example: { document_id: ID, status: 'done', billed_characters: 1337 },
    },
  ],
  errors: ['invalid_parameter', 'not_found'],
} as const satisfies Partial<Operation>;

export const DOCUMENT_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v2/document',
    id: 'uploadDocument',
    tag: 'Documents',
    summary: 'Send a document',
    description:
      'Answers as soon as the file is stored; it is translated after that. Fields may stand before or after the file, or in the query; those it does not know are ignored.',
    permissions: PERMISSIONS,
    body: {
      schema: 'DocumentUpload',
      isUpload: true,
      isRequired: true,
      example: { target_lang: 'ES', file: 'Good morning;filename=greeting.txt' },
    },
    answers: [
      {
        status: 200,
        description: 'Id and key of the document.',
        schema: 'DocumentHandle',
        example: { document_id: ID, document_key: KEY },
      },
    ],
    errors: [
      'invalid_file',
      'invalid_parameter',
      'language_not_installed',
      'pair_not_installed',
      'quota_exceeded',
    ],
  },
  {
    ...shared,
    method: 'post',
    path: '/v2/document/{document_id}/result',
    id: 'downloadDocument',
    summary: 'Download the translated document',
    description:
      'It is billed once, before its last piece is sent. After that it stays for some minutes, and further downloads are free.',
    body: access,
    answers: [
      {
        status: 200,
        description: 'The file, as its format’s media type and under the name it was sent with.',
        mediaType: '*/*',
      },
    ],
    errors: ['invalid_parameter', 'not_found', 'quota_exceeded', 'document_not_done'],
  },
  {
    ...status,
    method: 'post',
    id: 'getDocumentStatus',
    description:
      'The first question about a document may be answered up to two seconds later, when it is done by then. A wrong id, a wrong key, another API key and a document that is gone are all told as 404.',
    body: access,
  },
  {
    ...status,
    method: 'get',
    id: 'getDocumentStatusByQuery',
    description: 'The same as `POST`.',
    query: [
      {
        name: 'document_key',
        description: 'The key that the upload was answered with.',
        isRequired: true,
        example: KEY,
      },
    ],
  },
  {
    ...shared,
    method: 'delete',
    path: '/v2/document/{document_id}',
    id: 'deleteDocument',
    summary: 'Cancel or delete a document',
    description:
      'Ends its translation if need be. What was not downloaded is not billed. The key may also be in the query.',
    body: access,
    answers: [{ status: 204, description: 'It is gone.' }],
    errors: ['invalid_parameter', 'not_found'],
  },
];
