// The cursor of a page of runs: written and read back, and refused unless it was written so to the character.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor } from '../../src/domain/cursor.js';

const id = '6f1f0000-0000-4000-8000-00000000000a';
const createdAt = Date.parse('2026-03-01T10:00:00.123Z');
const encode = (text: string) => Buffer.from(text).toString('base64url');
const refused = { field: 'after', message: expect.stringContaining('must be the nextCursor of an earlier page') };

describe('a cursor', () => {
  it.each([
    '2026-03-01T10:00:00.123Z',
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])('names a run of %s', (time) => {
    const place = { createdAt: Date.parse(time), id };
    expect(parseCursor(formatCursor(place))).toEqual(place);
  });

  it('needs no escaping in a query string', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: createdAt }), fc.uuid(), (at, run) => {
        const cursor = formatCursor({ createdAt: at, id: run });
        expect(encodeURIComponent(cursor)).toBe(cursor);
        expect(parseCursor(cursor)).toEqual({ createdAt: at, id: run });
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a page number', '2'],
    ['a run id', id],
    ['its packed text, bare', `r1 ${createdAt} ${id}`],
    ['another version', encode(`r2 ${createdAt} ${id}`)],
    ['no id', encode(`r1 ${createdAt}`)],
    ['an id in upper case', encode(`r1 ${createdAt} ${id.toUpperCase()}`)],
    ['a leading zero', encode(`r1 0${createdAt} ${id}`)],
    ['a negative zero', encode(`r1 -0 ${id}`)],
    ['a fraction', encode(`r1 ${createdAt}.5 ${id}`)],
    ['more behind it', encode(`r1 ${createdAt} ${id} `)],
    ['a time before the year 1', encode(`r1 ${Date.parse('0001-01-01T00:00:00Z') - 1} ${id}`)],
    ['a time after the year 9999', encode(`r1 ${Date.parse('9999-12-31T23:59:59.999Z') + 1} ${id}`)],
    ['padding', `${formatCursor({ createdAt, id })}=`],
    ['a blank before it', ` ${formatCursor({ createdAt, id })}`],
    ['a line break after it', `${formatCursor({ createdAt, id })}\n`],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
  ])('with %s is refused', (_, text) => {
    expect(parseCursor(text)).toEqual(refused);
  });

  it('with any character changed is another place or refused, never the same', () => {
    const cursor = formatCursor({ createdAt, id });
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (index, other) => {
        fc.pre(other !== cursor[index]);
        const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
        expect(parseCursor(changed)).not.toEqual({ createdAt, id });
      }),
    );
  });

  it('cuts short what was given', () => {
    const fault = parseCursor('x'.repeat(10_000));
    expect(fault).toEqual(refused);
    expect(JSON.stringify(fault).length).toBeLessThan(300);
  });
});
