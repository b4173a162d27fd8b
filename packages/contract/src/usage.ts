import * as z from 'zod';
import { count, described, nameSchemas, RESPONSE_SCHEMAS, time } from './parameters.js';

const PRODUCT_USAGE = z.object({
  product_type: z.string(),
  billing_unit: z.string(),
  api_key_unit_count: z.int(),
  account_unit_count: z.int(),
  api_key_character_count: z.int(),
  character_count: z.int(),
});

export const USAGE = z.object({
  character_count: count(
    "Characters of this month: the key's for a free plan, the account's for a paid one.",
  ),
  character_limit: count('Maximum characters per month; 1000000000000 means no limit.'),
  document_count: count(
    'Documents downloaded this month: of the key if it has a document quota, otherwise of the same keys as the characters.',
  ),
  document_limit: count('Maximum documents per month; 1000000000000 means no limit.'),
  products: described(z.array(PRODUCT_USAGE), 'By product; paid plan only.').optional(),
  api_key_character_count: count('Characters of this key; paid plan only.').optional(),
  api_key_character_limit: count('Limit of this key; paid plan only.').optional(),
  start_time: time('Beginning of the month; paid plan only.').optional(),
  end_time: time('End of the month; paid plan only.').optional(),
});

nameSchemas(RESPONSE_SCHEMAS, { Usage: USAGE });
