// Whose failed keys are counted together.

import { expect, it } from 'vitest';
import { clientOf } from '../../src/auth/address.js';

const client = (address: string | null, forwardedFor: string | null = null, proxies = 0) =>
  clientOf({ address, forwardedFor }, proxies);

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  [null, 'unknown'],
])('a connection from %s is counted as %s', (address, counted) => {
  expect(client(address)).toBe(counted);
});

it('does not believe X-Forwarded-For without a proxy', () => {
  expect(client('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
});

it('believes as many entries as there are proxies, from the right', () => {
  const forwardedFor = '192.0.2.1, 203.0.113.9 ,10.0.0.2';
  expect(client('10.0.0.1', forwardedFor, 1)).toBe('10.0.0.2');
  expect(client('10.0.0.1', forwardedFor, 2)).toBe('203.0.113.9');
});

it.each(['', 'unknown', '203.0.113.9:443x', 'a'.repeat(10_000)])(
  'takes the connection where a proxy says %.20s',
  (said) => {
    expect(client('10.0.0.1', said, 1)).toBe('10.0.0.1');
    expect(client('10.0.0.1', null, 3)).toBe('10.0.0.1');
  },
);
