// Writes schema.graphql, so that changes of the API are visible in review.

import { writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { schema } from '../src/schema/index.js';

await writeFile(new URL('../schema.graphql', import.meta.url), `${printSchema(schema)}\n`);
