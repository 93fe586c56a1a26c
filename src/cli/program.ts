// The command line: which commands there are, what they are told, and how their ends become exit statuses. What a command needs is loaded
// when it runs, so that no other command waits for it.

import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Config } from '../config.js';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { projectRoot } from '../root.js';
import type { ExportOptions } from './export.js';
import type { CreateOptions } from './keys.js';
import type { RollCommandOptions } from './roll.js';
import type { Terminal } from './terminal.js';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** The exit status of a command that could not do what it was asked. */
const failure = 2;

/** Runs the command that `argv` names, without the names of node and the program, and yields its exit status. Never rejects. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let status = 0;
  const done = (result: number) => {
    status = result;
  };
  try {
    await programOf(surroundings, done).parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    // Commander has told already what was wrong with the command line.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : failure;
    tell(error, surroundings);
    return failure;
  }
}

function programOf(surroundings: Surroundings, done: (status: number) => void): Command {
  const { terminal } = surroundings;
  const program = new Command('sightline')
    .description('Exact figures on how AI models speak of brands, over GraphQL and REST.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.tell })
    .showHelpAfterError('See sightline --help.')
    .addHelpText(
      'after',
      '\nSettings come from the environment and from .env: see the README.\n' +
        examples('sightline demo', 'sightline record runs.ndjson', 'sightline serve'),
    );
  addServing(program, surroundings, done);
  addRecording(program, surroundings, done);
  addExport(program, surroundings, done);
  addKeys(program, surroundings, done);
  addDoctor(program, surroundings, done);
  return program;
}

type Add = (program: Command, surroundings: Surroundings, done: (status: number) => void) => void;

const addServing: Add = (program, { env, terminal }, done) => {
  program
    .command('serve')
    .description('answer GraphQL and REST requests until told to stop')
    .addHelpText('after', examples('sightline serve', 'PORT=8080 HOST=0.0.0.0 sightline serve'))
    .action(async () => {
      const { serve } = await import('./serve.js');
      done(await serve(await configOf(env), { terminal }));
    });
  program
    .command('demo')
    .description('record a year of made-up runs of several brands, then serve them')
    .addHelpText('after', examples('sightline demo', 'PORT=8080 sightline demo'))
    .action(async () => {
      const { demo } = await import('./demo.js');
      done(await demo(await configOf(env), { terminal }));
    });
};

const addDoctor: Add = (program, { env, terminal }, done) => {
  program
    .command('doctor')
    .description('look at everything that a server needs, and say what to do; changes nothing')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `\nExit status: 0 nothing failed, 1 something did.\n${examples('sightline doctor', 'sightline doctor --json')}`,
    )
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('./doctor.js');
      done(await doctor(env, options, terminal));
    });
};

const addRecording: Add = (program, { env, terminal }, done) => {
  program
    .command('record')
    .description('record newline-delimited JSON, plain or gzip; recording it again changes nothing')
    .argument('<file>', 'the file, or - for standard input')
    .option('--json', 'print the counts as a JSON object')
    .option(
      '--acknowledge [lines]',
      'print how many lines are on the disk, as a JSON object, whenever so many more are (2000)',
      wholeNumber,
    )
    .addHelpText(
      'after',
      `
Bad lines go to <file>.rejected.ndjson, each with its number and all that is wrong with it.
Exit status: 0 everything is recorded, 1 some lines were rejected, 2 it could not run or was interrupted.
${examples('sightline record runs.ndjson', 'zcat 2026-*.ndjson.gz | sightline record -')}`,
    )
    .action(async (file: string, options: { json?: boolean; acknowledge?: boolean | number }) => {
      const { record } = await import('./record.js');
      done(await record(file, { config: await configOf(env), terminal, ...options }));
    });
  program
    .command('roll')
    .description('bring the tiles up to date by hand; a server does it by itself')
    .option('--all', 'make every tile anew')
    .option('--check', 'then hold answers from tiles against the raw rows; exit status 1 where one differs')
    .option('--json', 'print what the check found as a JSON array')
    .addHelpText('after', examples('sightline roll', 'sightline roll --all --check'))
    .action(async (options: RollCommandOptions) => {
      const { roll } = await import('./roll.js');
      done(await withDatabase(env, (db) => roll(db, options, terminal)));
    });
};

const addExport: Add = (program, { env, terminal }, done) => {
  program
    .command('export')
    .description(
      'write what is recorded as newline-delimited JSON, which can be recorded again; a running server is not disturbed',
    )
    .option('--brand <id...>', 'these brands only, with what belongs to them')
    .option('--from <when>', 'only runs created at or after a date-time such as 2026-01-01T00:00:00Z')
    .option('--to <when>', 'only runs created before a date-time')
    .option('--gzip', 'compress; a file whose name ends in .gz is compressed anyway')
    .option('-o, --output <file>', 'the file; - is standard output', '-')
    .option('--json', 'print the counts as a JSON object')
    .addHelpText(
      'after',
      `
The file holds no keys: make new ones where you record it.
${examples(
  'sightline export -o backup.ndjson.gz',
  'sightline export --brand acme-crm --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z > january.ndjson',
)}`,
    )
    .action(async (options: ExportOptions) => {
      const { exportAll } = await import('./export.js');
      done(await withDatabase(env, (db) => exportAll(db, options, terminal)));
    });
};

const addKeys: Add = (program, { env, terminal }, done) => {
  const keys = program
    .command('keys')
    .description('make, list and revoke organization keys; a running server takes notice at once')
    .addHelpText('after', examples('sightline keys create --org acme --name dashboard', 'sightline keys list'));
  keys
    .command('create')
    .description('make a key and show it, this once')
    .requiredOption('--org <id>', 'the organization whose brands it reads')
    .requiredOption('--name <text>', 'what it is for, to tell keys apart')
    .option('--brand <id...>', 'read these brands only')
    .option('--expires <when>', 'a date-time such as 2027-01-01T00:00:00Z, or a duration such as 90d, 12h or 2w')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      examples(
        'sightline keys create --org acme --name dashboard',
        'sightline keys create --org acme --brand acme-crm --expires 90d --name "quarterly report"',
        'KEY=$(sightline keys create --org acme --name script)',
      ),
    )
    .action(async (options: Omit<CreateOptions, 'brand'> & Partial<CreateOptions>) => {
      const { createKey } = await import('./keys.js');
      done(await withDatabase(env, (db) => createKey(db, { brand: [], ...options }, terminal)));
    });
  keys
    .command('list')
    .description('list all keys, without their secrets')
    .option('--json', 'print a JSON array')
    .addHelpText('after', examples('sightline keys list', 'sightline keys list --json'))
    .action(async (options: { json?: boolean }) => {
      const { printKeys } = await import('./keys.js');
      done(await withDatabase(env, (db) => printKeys(db, options, terminal)));
    });
  keys
    .command('revoke')
    .description('refuse a key from now on, for good')
    .argument('<id>', 'the id of the key: the part between the underscores')
    .addHelpText('after', examples('sightline keys revoke 3f9c0a1b2d4e5f60'))
    .action(async (id: string) => {
      const { revoke } = await import('./keys.js');
      done(await withDatabase(env, (db) => revoke(db, id, terminal)));
    });
};

async function configOf(env: Surroundings['env']): Promise<Config> {
  const { readConfig } = await import('../config.js');
  return readConfig(env);
}

async function withDatabase<T>(env: Surroundings['env'], work: (db: Database) => Promise<T>): Promise<T> {
  const config = await configOf(env);
  const { openDatabase } = await import('../database/open.js');
  await using db = await openDatabase(config);
  return await work(db);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(text);
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function tell(error: unknown, { env, terminal }: Surroundings): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const isDetailed = env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace';
  const said = isUnavailable(error) ? `The database cannot be reached: ${message}. Try again when it can be.` : message;
  terminal.tell(`${isDetailed && stack ? stack : said}\n`);
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL('package.json', projectRoot), 'utf8'));
  return text;
}
