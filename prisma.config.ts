// Prisma's command line asks for its native schema engine even for commands that never run it, and a closed network cannot
// fetch one. For those commands any existing file will do; `migrate` and `db` must fail aloud, so they get none.

import { defineConfig } from 'prisma/config';

const engineless = new Set(['generate', 'validate', 'format']);
if (process.argv.some((word) => engineless.has(word))) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } });
