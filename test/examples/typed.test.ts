// The typed operations: what GraphQL codegen makes of them compiles, knows what may be null, and gets what the server has.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse } from 'graphql';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../examples/typed/codegen.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedFolder } from '../support/shared.js';

const source = 'examples/typed/visibility.graphql';
const known = { 'typescript-operations': operations, 'typed-document-node': typedDocumentNode };
const [settings] = Object.values(config.generates);

const folder = await sharedFolder();

beforeAll(async () => {
  await cp('examples/typed', folder, { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'generated.ts'), await generate());
});

/** What the command line of codegen writes, by its parts. */
function generate(): Promise<string> {
  const schema = buildSchema(readFileSync(config.schema, 'utf8'));
  return codegen({
    filename: 'generated.ts',
    schema: parse(readFileSync(config.schema, 'utf8')),
    schemaAst: schema,
    documents: [{ location: source, document: parse(readFileSync(source, 'utf8')) }],
    config: settings?.config ?? {},
    plugins: (settings?.plugins ?? []).map((name) => ({ [name]: {} })),
    pluginMap: known,
  });
}

function faultsOf(file: string): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  };
  const program = ts.createProgram([join(folder, file)], options);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the typed operations', () => {
  it('compile', () => {
    expect(faultsOf('visibility.ts')).toEqual([]);
  });

  it('refuse what may be null, and a variable that is missing', async () => {
    const wrong = readFileSync('examples/typed/visibility.ts', 'utf8')
      .replace('const now: number | null', 'const now: number')
      .replace('(LatestRunsDocument, variables)', '(LatestRunsDocument, { start: variables.start })');
    await writeFile(join(folder, 'wrong.ts'), wrong);
    const faults = faultsOf('wrong.ts').join('\n');
    expect(faults).toContain("'null' is not assignable to type 'number'");
    expect(faults).toContain('promptId');
  });

  it('get what the server has', async () => {
    await using db = await testDatabase();
    await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }, { at: '2026-03-01T11:00:00Z' }]);
    const app = await testApp(db);
    await using server = await app.listen({ host: '127.0.0.1', port: 0 });
    const march = { start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' };
    const program = `import { GraphQLClient } from 'graphql-request';
import { sentimentsOf, visibilityOf } from './visibility.js';
const client = new GraphQLClient('${server.url}/graphql', { headers: { authorization: 'Bearer ${app.adminKey}' } });
const window = ${JSON.stringify(march)};
console.log(await visibilityOf(client, { brandId: 'acme-crm', ...window }));
console.log((await sentimentsOf(client, { promptId: '${prompts.best}', ...window })).length);
`;
    await writeFile(join(folder, 'main.ts'), program);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'main.ts'], { cwd: folder });
    expect(stdout).toBe('Acme CRM: 0.5, before no data\n2\n');
  });
});
