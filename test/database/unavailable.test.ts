import { expect, it } from 'vitest';
import { troubleOf } from '../../src/database/trouble.js';
import { isUnavailable } from '../../src/database/unavailable.js';

const troubles: Readonly<Record<string, readonly string[]>> = {
  'The disk of the database is full': ['53100', 'ENOSPC', 'EDQUOT'],
  'The database cannot be reached right now': [
    ...['08000', '08003', '08004', '08006', '08P01', '53300', '57P01', '57P02', '57P03', '57P04', '57P05'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
  ],
  'The database takes too long to answer right now': ['57014'],
  'The database lacks resources right now': ['53000', '53200', '53400', '58000', '58030', '58P01'],
};

it.each(Object.entries(troubles).flatMap(([trouble, codes]) => codes.map((code) => [code, trouble])))(
  'takes %s for: %s',
  (code, trouble) => {
    const error = Object.assign(new Error('raised by the test'), { code });
    expect([troubleOf(error), troubleOf(new Error('wrapped', { cause: error }))]).toEqual([trouble, trouble]);
  },
);

it.each(['22012', '22023', '28000', '28P01', '3D000', '42501', '42P01', '55000', 'P0001', 'XX000', 'XX001'])(
  'takes %s, of a statement, for a failure of its own',
  (code) => {
    expect(troubleOf(Object.assign(new Error('raised by the test'), { code }))).toBeNull();
  },
);

// As Citus 13 reports a worker that dies amid a statement, a COPY or a commit; only the first has a code of its own.
it.each([
  ['connection to the remote node a@10.0.0.2:5432 failed with the following error: connection not open', '08006'],
  ['server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally', 'XX000'],
  ['could not receive data from server: Connection reset by peer', 'XX000'],
  ['failed to COPY to shard 102041 on 10.0.0.2:5432', '58030'],
  ['failure on connection marked as essential: 10.0.0.2:5432', 'XX000'],
  ['terminating connection because of crash of another server process', '57P02'],
])('takes %j for a node that cannot be reached', (message, code) => {
  expect(isUnavailable(Object.assign(new Error(message), { code }))).toBe(true);
  expect(isUnavailable(new Error('wrapped', { cause: Object.assign(new Error(message), { code }) }))).toBe(true);
});

it.each([
  ['relation "the server closed the connection unexpectedly" does not exist', '42P01'],
  ['could not extend file "base/1/2": No space left on device', '53100'],
  ['canceling statement due to statement timeout', '57014'],
])('takes %j for a failure of its own', (message, code) => {
  expect(isUnavailable(Object.assign(new Error(message), { code }))).toBe(false);
});
