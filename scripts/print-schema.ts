// Writes what is generated from the schema: schema.graphql, so that changes of the API are visible in review, and the types of the pages.

import { writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { schema } from '../src/schema/index.js';
import { generateWebTypes } from './web-types.js';

const root = new URL('..', import.meta.url);
await writeFile(new URL('schema.graphql', root), `${printSchema(schema)}\n`);
for (const [path, types] of await generateWebTypes()) await writeFile(new URL(path, root), types);
