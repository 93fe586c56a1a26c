// schema.prisma and the migrations describe the same tables.

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drift } from '../support/schema-engine.js';

const schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');

it('finds nothing to change between the migrations and schema.prisma', async () => {
  expect(await drift(schema)).toBe('');
});

it('notices a new column, a changed type, a column that may be null and a missing index', async () => {
  const changes: readonly (readonly [RegExp, string, RegExp])[] = [
    [/^ {2}name +String$/m, '  name String\n  extra Int?', /ALTER TABLE "organization" ADD COLUMN "extra" INTEGER/],
    [/^ {2}number +Int$/m, '  number BigInt', /ALTER COLUMN "number" SET DATA TYPE BIGINT/],
    [/^( {2}provider +String)$/m, '$1?', /ALTER COLUMN "provider" DROP NOT NULL/],
    [/^.*map: "brand_organization".*$/m, '', /DROP INDEX "brand_organization"/],
  ];
  const changed = changes.reduce((text, [from, to]) => text.replace(from, to), schema);
  const sql = (await drift(changed)).replace(/\s+/g, ' ');
  for (const [, , expected] of changes) expect(sql).toMatch(expected);
});
