// The description of POST /records.

import { recordTypes } from '../../recording/prepare/records.js';
import { headerRefs, limitHeaders, recordAnswers } from './openapi-answers.js';
import type { JsonSchema } from './openapi-schemas.js';

const count = { type: 'integer', minimum: 0 };
const types = [...recordTypes, 'deletion'].map((type) => `${type}s`);

const answer = {
  type: 'object',
  description: 'What became of the records. Everything counted here is durable.',
  required: ['recorded', 'rejectedCount', 'rejected'],
  properties: {
    recorded: {
      type: 'object',
      description: 'How many records of each type were recorded; `deletions`: those that delete.',
      required: types,
      properties: Object.fromEntries(types.map((type) => [type, { ...count, description: `Records: ${type}.` }])),
    },
    rejectedCount: { ...count, description: 'How many lines were rejected.' },
    rejected: {
      type: 'array',
      maxItems: 1_000,
      description: 'The first of them.',
      items: {
        type: 'object',
        required: ['line', 'faults'],
        properties: {
          line: { type: 'integer', minimum: 1, description: 'The number of the line, from 1.' },
          faults: {
            type: 'array',
            description: 'What is wrong with it; the first 20.',
            items: { $ref: '#/components/schemas/Error/properties/faults/items' },
          },
        },
      },
    },
  },
};

const example =
  '{"type":"prompt","id":"6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c11","brandId":"acme-crm","text":"best crm"}\n';

/** The operation. */
export const postRecords: JsonSchema = {
  operationId: 'postRecords',
  summary: 'Records data',
  description:
    'Records newline-delimited JSON, one record a line, by the rules of `sightline record`. The response comes when all of it is durable; it is safe to send the same records again. Needs a key that may record: an admin key, or one created by `sightline keys create --record`, which reaches its own brands only.',
  tags: ['Records'],
  requestBody: {
    required: true,
    description: 'The records, plain or gzipped (`Content-Encoding: gzip`).',
    content: { 'application/x-ndjson': { schema: { type: 'string' }, example } },
  },
  responses: {
    200: {
      description: answer.description,
      headers: headerRefs(limitHeaders),
      content: {
        'application/json': {
          schema: answer,
          example: {
            recorded: { ...Object.fromEntries(types.map((type) => [type, 0])), prompts: 1 },
            rejectedCount: 1,
            rejected: [
              { line: 2, faults: [{ field: 'promptId', message: 'promptId is missing: it must be a UUID.' }] },
            ],
          },
        },
      },
    },
    ...recordAnswers,
  },
};
