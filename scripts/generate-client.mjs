// Generates the Prisma client that prisma/schema.prisma describes, which is checked by that, as `prisma generate` does: by its generator, without
// the command line, which brings a server for development and Prisma Studio.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The ES module of the generator does not load.
const require = createRequire(import.meta.url);
const { getGenerators, loadSchemaContext } = require('@prisma/internals');
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');

const cwd = fileURLToPath(new URL('..', import.meta.url));
const schemaContext = await loadSchemaContext({
  schemaPath: { baseDir: cwd, cliProvidedPath: 'prisma/schema.prisma' },
  cwd,
  printLoadMessage: false,
});
const registry = { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } };
for (const generator of await getGenerators({ schemaContext, registry })) {
  await generator.generate();
  generator.stop();
}
