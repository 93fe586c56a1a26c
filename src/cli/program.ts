// The command line: the commands, their options and help, and their exit statuses. The modules of a command are loaded when it runs, so that
// no other command waits for them.

import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { descriptorAdvice, lacksDescriptors } from '../database/descriptors.js';
import { isDiskFull } from '../database/trouble.js';
import { isRefused, isUnavailable } from '../database/unavailable.js';
import { programVersion } from '../root.js';
import {
  type Add,
  type CliContext,
  configOf,
  examples,
  onDatabase,
  onSettings,
  type Running,
  withDatabase,
} from './command.js';
import { addDelete } from './delete/commands.js';
import { addDistribute } from './distribute/commands.js';
import { addImport } from './import/commands.js';
import type { CreateOptions } from './keys.js';
import { addNotify } from './notify/commands.js';
import type { RollCommandOptions } from './roll.js';

/** The exit status of a command that failed. */
const failure = 2;

/** Runs the command given by `argv` (without node and the program) and returns its exit status. Never rejects. */
export async function run(argv: readonly string[], context: CliContext): Promise<number> {
  let status = 0;
  const done = (result: number) => {
    status = result;
  };
  try {
    await programOf({ ...context, done }).parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    // Commander has already printed what is wrong with the command line.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : failure;
    printError(error, context);
    return failure;
  }
}

function programOf(context: Running): Command {
  const { terminal } = context;
  const program = new Command('sightline')
    .description('Exact figures on how AI models mention brands, over GraphQL and REST.')
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: terminal.writeOut, writeErr: terminal.writeErr })
    .showHelpAfterError('See sightline --help.')
    .addHelpText(
      'after',
      '\nSettings are read from the environment and from .env; see the README.\n' +
        examples('sightline demo', 'sightline record runs.ndjson', 'sightline serve'),
    );
  addServing(program, context);
  addRecording(program, context);
  addImport(program, context);
  addExport(program, context);
  addDelete(program, context);
  addKeys(program, context);
  addNotify(program, context);
  addDistribute(program, context);
  addDoctor(program, context);
  return program;
}

const addServing: Add = (program, context) => {
  program
    .command('serve')
    .description('serve GraphQL and REST')
    .addHelpText('after', examples('sightline serve', 'PORT=8080 HOST=0.0.0.0 sightline serve'))
    .action(onSettings(context, async () => (await import('./serve.js')).serve));
  program
    .command('demo')
    .description('record a year of sample data, then serve it')
    .addHelpText('after', examples('sightline demo', 'PORT=8080 sightline demo'))
    .action(onSettings(context, async () => (await import('./demo.js')).demo));
};

const addDoctor: Add = (program, { env, terminal, done }) => {
  program
    .command('doctor')
    .description('check everything that a server needs, and suggest fixes; read-only')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `\nExit status: 0 if no check failed, 1 otherwise.\n${examples('sightline doctor', 'sightline doctor --json')}`,
    )
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('./doctor.js');
      done(await doctor(env, options, terminal));
    });
};

const addRecording: Add = (program, context) => {
  program
    .command('record')
    .description('record newline-delimited JSON, plain or gzipped; safe to repeat')
    .argument('<file>', 'the file, or - for standard input')
    .option('--json', 'print the counts as a JSON object')
    .option(
      '--acknowledge [lines]',
      'print the number of durably recorded lines as a JSON object, every so many lines (default: 2000)',
      wholeNumber,
    )
    .addHelpText(
      'after',
      `
Invalid lines are written to <file>.rejected.ndjson with their line numbers and errors.
Exit status: 0 if everything is recorded, 1 if some lines were rejected, 2 if it failed or was interrupted.
${examples('sightline record runs.ndjson', 'zcat 2026-*.ndjson.gz | sightline record -')}`,
    )
    .action(onSettings(context, async () => (await import('./record/record.js')).record));
  program
    .command('roll')
    .description('update the tiles manually; a running server does it automatically')
    .option('--all', 'rebuild all tiles')
    .option('--check', 'then compare figures from tiles with the raw rows; exit status 1 if one differs')
    .option('--json', 'print the result of the check as a JSON array')
    .addHelpText('after', examples('sightline roll', 'sightline roll --all --check'))
    .action(async (options: RollCommandOptions) => {
      const { roll } = await import('./roll.js');
      const checksOnly = options.check === true && options.all !== true;
      context.done(await withDatabase(context, (db) => roll(db, options, context.terminal), checksOnly));
    });
};

const addExport: Add = (program, context) => {
  program
    .command('export')
    .description(
      'write the recorded data as newline-delimited JSON, which can be recorded again; safe while a server is running',
    )
    .option('--brand <id...>', 'only these brands and their data')
    .option('--from <when>', 'only runs created at or after a date-time such as 2026-01-01T00:00:00Z')
    .option('--to <when>', 'only runs created before a date-time')
    .option('--gzip', 'compress with gzip; the default if the file name ends in .gz')
    .option('-o, --output <file>', 'the file, or - for standard output', '-')
    .option('--json', 'print the counts as a JSON object')
    .addHelpText(
      'after',
      `
API keys are not exported: create new ones where you record the file.
${examples(
  'sightline export -o backup.ndjson.gz',
  'sightline export --brand acme-crm --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z > january.ndjson',
)}`,
    )
    .action(onDatabase(context, async () => (await import('./export.js')).exportAll, true));
};

/** What Commander makes of options that may be left out; `true`: given without a value. */
interface KeyOptions {
  readonly brand?: readonly string[];
  readonly link?: string | true;
}

const addKeys: Add = (program, context) => {
  const keys = program
    .command('keys')
    .description('create, list and revoke organization keys; effective immediately')
    .addHelpText('after', examples('sightline keys create --org acme --name dashboard', 'sightline keys list'));
  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption('--org <id>', 'the organization whose brands it can read')
    .requiredOption('--name <text>', 'a name to identify the key')
    .option('--brand <id...>', 'restrict it to these brands')
    .option('--record', 'allow it to record data of these brands by POST /api/v1/records')
    .option('--expires <when>', 'a date-time such as 2027-01-01T00:00:00Z, or a duration such as 90d, 12h or 2w')
    .option('--link [address]', 'print this address of the dashboard with the key in it; default: of this machine')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      examples(
        'sightline keys create --org acme --name dashboard',
        'sightline keys create --org acme --brand acme-crm --name Kim --link "https://sightline.example.com/prompts?period=last-month"',
        'sightline keys create --org acme --brand acme-crm --expires 90d --name "quarterly report"',
        'KEY=$(sightline keys create --org acme --name script)',
      ),
    )
    .action(async ({ link, ...given }: Omit<CreateOptions, 'brand' | 'link'> & KeyOptions) => {
      const { createKey } = await import('./keys.js');
      const server = link === true ? `http://localhost:${(await configOf(context.env)).port}` : link;
      const options = { brand: [], ...given, ...(server === undefined ? {} : { link: server }) };
      context.done(await withDatabase(context, (db) => createKey(db, options, context.terminal)));
    });
  keys
    .command('list')
    .description('list all keys, without their secrets')
    .option('--json', 'print a JSON array')
    .addHelpText('after', examples('sightline keys list', 'sightline keys list --json'))
    .action(onDatabase(context, async () => (await import('./keys.js')).printKeys, true));
  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'the id of the key: the part between the two underscores')
    .addHelpText('after', examples('sightline keys revoke 3f9c0a1b2d4e5f60'))
    .action(onDatabase(context, async () => (await import('./keys.js')).revoke));
};

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 99999; to leave it out, put the option last.');
  return Number(text);
}

function printError(error: unknown, { env, terminal }: CliContext): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const isDetailed = env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace';
  terminal.writeErr(`${isDetailed && stack ? stack : textOf(error, message)}\n`);
}

function textOf(error: unknown, message: string): string {
  if (lacksDescriptors(error)) return descriptorAdvice;
  if (!isUnavailable(error)) return message;
  if (isDiskFull(error)) return 'The disk of the database is full: free some space, and run the command again.';
  const advice = isRefused(error) ? 'Check DATABASE_URL, and that PostgreSQL runs there.' : 'Try again later.';
  return `The database cannot be reached: ${message}. ${advice}`;
}
