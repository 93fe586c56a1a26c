// Addresses as libpq takes them, where pg takes them differently or not at all.

import { describe, expect, it } from 'vitest';
import { type Host, parseAddress } from '../../../src/database/connection/address.js';

const at = (host: string, port: number): Host => ({ host, port });

it.each<[string, readonly Host[]]>([
  ['postgresql://u:p@a:1,b:2/db', [at('a', 1), at('b', 2)]],
  ['postgresql://u:p@a,b:2,[::1]:3/db', [at('a', 5432), at('b', 2), at('::1', 3)]],
  ['postgres://u@%2Ftmp%2Fone,b/db', [at('/tmp/one', 5432), at('b', 5432)]],
  ['postgresql://u@/db?host=a,b', [at('a', 5432), at('b', 5432)]],
  ['postgresql://u@/db?host=a,b&port=7', [at('a', 7), at('b', 7)]],
  ['postgresql://u@/db?host=/tmp/one,b&port=7,8', [at('/tmp/one', 7), at('b', 8)]],
  ['postgresql://u:p%40@a:1/db?target_session_attrs=primary', [at('a', 1)]],
])('finds the hosts of %s', (address, hosts) => {
  expect(parseAddress(address).hosts).toEqual(hosts);
});

it.each(['#', '/', '?'])('says how to write %s in a password, and not the password', (character) => {
  const read = () => parseAddress(`postgresql://user:first${character}last@host/db?application_name=a@b`);
  expect(read).toThrow(/^The address of the database cannot be read: in its user and password, write # as %23, [^:]+$/);
  expect(read).not.toThrow(/first|last/);
});

it('leaves an address with one host to pg', () => {
  const address = 'postgresql://u:p%40@h:5/db?sslmode=disable';
  expect(parseAddress(address)).toEqual({
    config: { connectionString: address },
    hosts: null,
    target: 'any',
    isPooled: false,
  });
});

it('takes out of an address what pg would not understand', () => {
  const { config, ...rest } = parseAddress(
    'postgresql://u@a:1,b:2/db?target_session_attrs=read-write&pgbouncer=true&sslmode=disable',
  );
  expect(config).toEqual({ connectionString: 'postgresql://u@a:1/db?sslmode=disable' });
  expect(rest).toEqual({ hosts: [at('a', 1), at('b', 2)], target: 'read-write', isPooled: true });
});

it('joins the options of an address with those beside it', () => {
  const connectionString = 'postgresql://u@a/db?options=-c%20work_mem%3D7MB';
  const { config } = parseAddress({ connectionString, options: '-c jit=off', connectionTimeoutMillis: 5 });
  expect(config).toEqual({
    connectionString: 'postgresql://u@a/db',
    options: '-c jit=off -c work_mem=7MB',
    connectionTimeoutMillis: 5,
  });
});

describe('says what is wrong with', () => {
  it.each([
    ['postgresql://a,b/db?target_session_attrs=master', /target_session_attrs must be one of any, .*not "master"/],
    ['postgresql:///db?host=a,b,c&port=1,2', /has 3 hosts but 2 ports/],
    ['postgresql://a:0,b/db', /port "0" of the database/],
    ['postgresql://a,b:x/db', /port "x" of the database/],
    ['postgresql://a/db?pgbouncer=true&options=-c%20jit%3Doff', /pgbouncer=true cannot have options/],
  ])('%s', (address, message) => {
    expect(() => parseAddress(address)).toThrow(message);
  });
});
