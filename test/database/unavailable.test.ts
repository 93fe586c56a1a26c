import { expect, it } from 'vitest';
import { isUnavailable } from '../../src/database/unavailable.js';

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
