// schema.prisma and the migrations describe the same tables.

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drift } from '../support/schema-engine.js';

const schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');

it('finds a new column, a changed type, a column that may be null and a missing index, and no other difference', async () => {
  const changes: readonly (readonly [RegExp, string, string])[] = [
    [/^ {2}name +String$/m, '  name String\n  extra Int?', 'ALTER TABLE "organization" ADD COLUMN "extra" INTEGER'],
    [/^ {2}number +Int$/m, '  number BigInt', 'ALTER TABLE "prompt" ALTER COLUMN "number" SET DATA TYPE BIGINT'],
    [/^( {2}provider +String)$/m, '$1?', 'ALTER TABLE "channel" ALTER COLUMN "provider" DROP NOT NULL'],
    [/^.*map: "brand_organization".*$/m, '', 'DROP INDEX "brand_organization"'],
  ];
  const changed = changes.reduce((text, [from, to]) => text.replace(from, to), schema);
  const statements = (await drift(changed))
    .replace(/^--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .split(';')
    .map((each) => each.trim());
  expect(statements.filter((each) => each !== '').sort()).toEqual(changes.map(([, , expected]) => expected).sort());
});
