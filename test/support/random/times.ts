// Instants where days and quarter hours begin, in the zones where that is hardest, and how a client may write them.

import fc from 'fast-check';
import { quarterMs } from '../naive/days.js';

export const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];

/** Clocks go forward and back in Berlin, New York and Lord Howe (by half an hour there); a midnight, a new year, a leap day, the epoch. */
const turns = [
  ...['2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z', '2025-03-09T07:00:00Z', '2025-11-02T06:00:00Z'],
  ...['2025-04-05T15:00:00Z', '2025-10-04T15:30:00Z', '2025-06-01T18:15:00Z', '2024-12-31T23:00:00Z'],
  ...['2024-02-29T00:00:00Z', '1970-01-01T00:00:00Z'],
];

/** The instant around which a world happens, epoch milliseconds. */
export const turn: fc.Arbitrary<number> = fc.constantFrom(...turns).map((text) => Date.parse(text));

/** A place in time, from a turn: whole quarter hours, and milliseconds into one (-1: just before it). */
export interface Moment {
  readonly quarter: number;
  readonly ms: number;
  readonly style: number;
}

const reach = 3 * 96;

export const moments: fc.Arbitrary<Moment> = fc.record({
  quarter: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(-96, -22, -2, -1, 0, 1, 2, 4, 96) },
    { weight: 6, arbitrary: fc.integer({ min: -reach, max: reach }) },
    { weight: 1, arbitrary: fc.integer({ min: -40 * reach, max: 40 * reach }) },
  ),
  ms: fc.oneof(fc.constantFrom(-1, 0, 0, 0, 1, quarterMs - 1), fc.nat(quarterMs - 1)),
  style: fc.nat(5),
});

export function instantAt(turn: number, { quarter, ms }: Moment): number {
  return turn + quarter * quarterMs + ms;
}

/** `instant` in one of the ways of RFC 3339. Finer fractions than milliseconds are written where they must be cut off. */
export function writeInstant(instant: number, style: number): string {
  const zulu = (at: number) => new Date(at).toISOString().slice(0, -1);
  const hour = 4 * quarterMs;
  switch (style) {
    case 1:
      return `${zulu(instant + 2 * hour)}+02:00`;
    case 2:
      return `${zulu(instant - 3.5 * hour)}-03:30`;
    case 3:
      return `${zulu(instant)}9999z`.toLowerCase();
    case 4:
      return instant % 1000 === 0 ? `${zulu(instant).slice(0, -4)}Z` : `${zulu(instant)}Z`;
    default:
      return `${zulu(instant)}Z`;
  }
}

/** A window that holds at least one quarter hour: where it starts, how many it holds, and milliseconds that alignment cuts off. */
export interface RandomWindow {
  readonly from: Moment;
  readonly quarters: number;
  readonly spare: number;
  /** Where it is not placed from the turn at all. */
  readonly fixed?: { readonly start: string; readonly end: string };
}

/** Windows that clients ask for when they mean all time, and ones that touch 3,660 days, or one more where they begin off midnight. */
export const longWindows: fc.Arbitrary<RandomWindow> = fc.oneof(
  fc
    .constantFrom(
      { start: '2000-01-01T00:00:00Z', end: '2100-01-01T00:00:00Z' },
      { start: '0001-01-01T00:00:00Z', end: '9999-12-31T23:59:59.999Z' },
    )
    .map((fixed) => ({ from: { quarter: 0, ms: 0, style: 0 }, quarters: 1, spare: 0, fixed })),
  fc.record({
    from: fc.record({
      quarter: fc.oneof(fc.constantFrom(0, -1, 1, -96 * 3_659), fc.integer({ min: -96 * 3_660, max: 96 })),
      ms: fc.constant(0),
      style: fc.constant(0),
    }),
    quarters: fc.constantFrom(96 * 3_660, 96 * 3_660 + 1, 96 * 3_660 - 1, 96 * 3_661),
    spare: fc.constant(0),
  }),
);

export const windows: fc.Arbitrary<RandomWindow> = fc.record({
  from: moments,
  quarters: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(1, 1, 2, 3, 95, 96, 97) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 * reach }) },
    { weight: 1, arbitrary: fc.integer({ min: 40 * 96, max: 60 * 96 }) },
  ),
  spare: fc.oneof(fc.constant(0), fc.nat(quarterMs - 1)),
});

export function writeWindow(turn: number, { from, quarters, spare, fixed }: RandomWindow) {
  if (fixed) return fixed;
  const start = instantAt(turn, from);
  const aligned = Math.floor(start / quarterMs) * quarterMs;
  return {
    start: writeInstant(start, from.style),
    end: writeInstant(aligned + quarters * quarterMs + spare, (from.style + spare) % 5),
  };
}
