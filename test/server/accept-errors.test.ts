// Errors of accepting connections, as where no file descriptors are left: they are reported once and end nothing.

import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { surviveAcceptErrors } from '../../src/server/transport/http.js';

it('reports the first error of accepting, and survives every other', () => {
  const server = createServer();
  const reported: Error[] = [];
  server.once('error', () => reported.push(new Error('left over from listening')));
  surviveAcceptErrors(server, (error) => reported.push(error));
  const first = new Error('accept EMFILE');
  for (const error of [first, new Error('accept EMFILE'), new Error('accept ENFILE')]) server.emit('error', error);
  expect(reported).toEqual([first]);
});
