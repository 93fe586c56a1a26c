import { describe, expect, it } from 'vitest';
import * as rules from '../../src/schema/arguments/arguments.js';
import { withParsed } from '../../src/schema/arguments/parsed-arguments.js';
import * as windows from '../../src/schema/arguments/windows.js';

const schema = withParsed(rules.checked('page', 'tags'), {
  window: windows.window,
  day: windows.day,
  place: rules.place,
});

const good = {
  start: '2026-03-01T00:07:00Z',
  end: '2026-03-02T00:00:00Z',
  date: '2026-03-01',
  page: 3,
  tags: ['b', 'a'],
};

const validate = async (args: unknown) => schema['~standard'].validate(args);

/** What is wrong: the field of each issue, in their order. */
async function faulty(args: object): Promise<readonly string[]> {
  const { issues = [] } = await validate({ ...good, ...args });
  return issues.map(({ path = [] }) => path.join('.'));
}

describe('arguments of a field', () => {
  it('become what the domain works with, beside those that stand for themselves', async () => {
    const start = Date.parse('2026-03-01T00:00:00Z');
    const end = Date.parse('2026-03-02T00:00:00Z');
    const value = {
      page: 3,
      tags: ['a', 'b'],
      window: expect.any(Function),
      day: { date: '2026-03-01', start, end },
      place: null,
    };
    const parsed = await validate(good);
    expect(parsed).toEqual({ value });
    expect('value' in parsed && parsed.value.window(0)).toEqual({ start, end });
  });

  it.each([
    ['no window', { start: 'x', end: 'y' }, ['start', 'end']],
    ['a window that ends before it starts', { end: '2026-02-01T00:00:00Z' }, ['start']],
    ['no day', { date: '2026-02-30' }, ['date']],
    ['a text that is none', { start: { toString: 1 } }, ['start']],
    ['a cursor that nobody gave, on a page', { after: 'x' }, ['after', 'after']],
    ['faults of both kinds', { tags: [' '], page: 0, date: '' }, ['page', 'tags', 'date']],
  ])('that are %s are refused with every fault', async (_what, args, fields) => {
    expect(await faulty(args)).toEqual(fields);
  });
});
