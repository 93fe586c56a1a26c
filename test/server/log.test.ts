// The form of the log: what a person and a collector read without knowing pino.

import { expect, it } from 'vitest';
import { createLog } from '../../src/server/watch/log.js';

it('has ISO times and the names of levels', () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  log.debug('one');
  log.info({ path: '/x' }, 'two');
  log.error({ err: new Error('three') }, 'three');
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map(({ level, msg }) => [level, msg])).toEqual([
    ['debug', 'one'],
    ['info', 'two'],
    ['error', 'three'],
  ]);
  for (const { time } of entries) expect(new Date(time).toISOString()).toBe(time);
});
