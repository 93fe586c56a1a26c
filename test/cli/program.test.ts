// The command line as a whole: help, mistakes, and how they end.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { refusingServer } from '../support/refusing-server.js';

const commands = [
  ['serve'],
  ['record'],
  ['roll'],
  ['import'],
  ['import', 'csv'],
  ['import', 'elmo'],
  ['demo'],
  ['doctor'],
  ['keys'],
  ['keys', 'create'],
  ['keys', 'list'],
  ['keys', 'revoke'],
];

describe('help', () => {
  it('names every command', async () => {
    const { status, out } = await runCommand(['--help']);
    expect(status).toBe(0);
    for (const [name] of commands) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  it.each(commands.map((command) => [command.join(' '), command] as const))(
    'of %s has examples',
    async (name, command) => {
      const { status, out } = await runCommand([...command, '--help']);
      expect(status).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: sightline ${name}`));
      expect(out).toMatch(/\nExamples:\n {2}.*sightline /);
    },
  );

  it('is printed where no command is named', async () => {
    const { status, stderr } = await runCommand([]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Usage: sightline/);
  });
});

describe('the version', () => {
  it("is the package's", async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await runCommand(['--version'])).toEqual({ status: 0, out: `${version}\n`, stderr: '' });
  });
});

describe('a mistake', () => {
  it.each([
    ['an unknown command', ['serv'], /unknown command 'serv'[\s\S]*Did you mean serve/],
    [
      'a file where a number is expected',
      ['record', '--acknowledge', 'runs.ndjson'],
      /'runs\.ndjson' is invalid\. It must be a whole number from 1 to 99999; to leave it out, put the option last/,
    ],
    ['an unknown option', ['serve', '--prot', '1'], /unknown option '--prot'/],
    ['an unknown command of keys', ['keys', 'make'], /unknown command 'make'/],
    ['a missing argument', ['record'], /missing required argument 'file'/],
    ['an argument too many', ['serve', 'now'], /too many arguments/],
  ])('such as %s is printed with a hint', async (_, argv, message) => {
    const { status, out, stderr } = await runCommand(argv);
    expect([status, out]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/--help/);
  });

  it('in the configuration is printed without a stack, with all others', async () => {
    const { status, stderr } = await runCommand(['keys', 'list'], { PORT: 'x', ADMIN_API_KEYS: 'short' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^The configuration is invalid:\n {2}PORT must.*\n {2}ADMIN_API_KEYS must.*\n$/);
  });

  it('such as a database that cannot be reached is printed without a stack', async () => {
    const { status, stderr } = await runCommand(['keys', 'list'], {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    });
    expect(status).toBe(2);
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

it.each([
  [
    '53100',
    'No space left on device',
    'The disk of the database is full: free some space, and run the command again.\n',
  ],
  [
    '28P01',
    'password authentication failed for user "nobody"',
    'The database cannot be reached: password authentication failed for user "nobody". Check DATABASE_URL, and that PostgreSQL runs there.\n',
  ],
])('says in one sentence why a database refuses a command: SQLSTATE %s', async (code, message, sentence) => {
  await using server = await refusingServer(code, message);
  expect(await runCommand(['keys', 'list'], { DATABASE_URL: server.url })).toEqual({
    status: 2,
    out: '',
    stderr: sentence,
  });
});
