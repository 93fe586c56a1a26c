// Prisma's schema engine inside this process: works out what differs between the migrations and a schema, without a download.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { type Migration, readMigrations } from '../../src/database/migrate.js';

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** The engine's memory is this module's own, so there is one of it. */
let opened: Promise<engineModule.SchemaEngine> | undefined;

/** The SQL that would bring the tables that the migrations make to what `schema` says; empty when they agree. */
export async function drift(schema: string): Promise<string> {
  opened ??= openEngine(schema);
  const engine = await opened;
  const result = await engine.diff({
    from: { tag: 'migrations', ...(await migrationList()) },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  const empty = result.exitCode === 0;
  return empty ? '' : (result.stdout ?? 'a difference without a script');
}

async function migrationList(): Promise<engineModule.MigrationList> {
  const lock = 'migration_lock.toml';
  const directory = ({ name, sql }: Migration): engineModule.MigrationDirectory => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
  });
  return {
    baseDir: migrationsFolder,
    lockfile: { path: lock, content: await readFile(join(migrationsFolder, lock), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: (await readMigrations()).map(directory),
  };
}

async function openEngine(schema: string): Promise<engineModule.SchemaEngine> {
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(dirname(script), 'schema_engine_bg.wasm'));
  const bindings = engineModule as unknown as Bindings; // safe because its own types leave out what its glue code exports
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
  const exports = instance.exports as unknown as { __wbindgen_start(): void }; // safe because wasm-bindgen always makes it
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  const database = new PrismaPGlite(new PGlite());
  // It would make another database for the migrations; this one is as empty.
  database.connectToShadowDb = () => database.connect();
  const adapter = bindMigrationAwareSqlAdapterFactory(database);
  return engineModule.SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, adapter);
}

interface Bindings extends WebAssembly.ModuleImports {
  __wbg_set_wasm(exports: unknown): void;
}
