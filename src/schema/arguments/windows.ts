// The window of a question, and the one that it is compared with: decided here once, so that figures, lists and costs read the same two.

import { type Day, dateAt, parseDay, timeZoneFault } from '../../domain/day.js';
import { parseWindow, type Window } from '../../domain/window.js';
import { parseDays, parseLast } from '../../domain/windows/calendar.js';
import { comparedWith } from '../../domain/windows/compared.js';
import type { Fault } from '../../errors.js';
import type { ArgumentParser, Parsed } from './parsed-arguments.js';

type Given = Parameters<ArgumentParser<unknown>>[0];

const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

/** What a window is at the instant `now`: that of the last days moves on at midnight. */
export type WindowAt = (now: number) => Window;

/** The ways to name a window: the arguments of each. */
const ways = [['start', 'end'], ['from', 'to'], ['last']] as const;
const allWays = 'start and end, from and to, or last';

/** The window that is named in one of the ways. */
export const window: ArgumentParser<WindowAt> = (args) => {
  const given = ways.flatMap((way) => way.filter((name) => textOf(args[name]) !== ''));
  const [first] = given;
  if (!first) return { faults: ways[0].map((name) => fault(name, `is required: give ${allWays}.`)) };
  const way = ways.find((names) => names.some((name) => name === first));
  const others = given.filter((name) => !way?.some((own) => own === name));
  if (others.length > 0)
    return { faults: [fault(first, `is given beside ${others.join(' and ')}: give either ${allWays}.`)] };
  if (first === 'last') return lastOf(args);
  const { start, end, from, to } = args;
  if (way === ways[0]) return fixed(parseWindow(textOf(start), textOf(end)));
  return fixed(parseDays(textOf(from), textOf(to), zoneOf(args)));
};

function lastOf(args: Given): Parsed<WindowAt> {
  const parsed = parseLast(textOf(args.last));
  return 'message' in parsed ? { faults: [parsed] } : { value: (now) => parsed(now, zoneOf(args)) };
}

/** All that a window of the last days of a time zone depends on beside its length: their last date. */
export function todayOf(timeZone: unknown, now: number): string {
  return dateAt(now, zoneOf({ timeZone }));
}

/** A window, and the one that it is compared with; `null`: that would begin before year 1. */
interface Windows {
  readonly window: Window;
  readonly compared: Window | null;
}

/** Both at the instant `now`. */
export type WindowsAt = (now: number) => Windows;

/** Both windows of a request. */
export const windows: ArgumentParser<WindowsAt> = (args) => {
  const [own, named] = [window(args), namedComparison(args)];
  const faults = [own, named].flatMap((parsed) => ('faults' in parsed ? parsed.faults : []));
  if ('faults' in own || 'faults' in named) return { faults };
  const comparison = args.compare === 'year' ? 'year' : 'previous';
  return {
    value: (now) => {
      const at = own.value(now);
      return { window: at, compared: named.value ?? comparedWith(at, comparison, zoneOf(args)) };
    },
  };
};

/** The window from `compareStart` to `compareEnd`; `null`: neither is given. */
export const namedComparison: ArgumentParser<Window | null> = ({ compareStart, compareEnd, compare }) => {
  const [start, end] = [textOf(compareStart), textOf(compareEnd)];
  if (!start && !end) return { value: null };
  const refused = (field: string, what: string) => ({ faults: [fault(field, what)] });
  if (compare === 'year')
    return refused('compare', 'is year, but compareStart and compareEnd name another window: give either, not both.');
  if (start && end) return asParsed(parseWindow(start, end, ['compareStart', 'compareEnd']));
  const [missing, given] = start ? ['compareEnd', 'compareStart'] : ['compareStart', 'compareEnd'];
  return refused(missing, `is missing beside ${given}: give both, or neither.`);
};

/** The day `date` in `timeZone`. */
export const day: ArgumentParser<Day> = (args) => {
  const parsed = parseDay(textOf(args.date), zoneOf(args));
  return 'message' in parsed ? { faults: [parsed] } : { value: parsed };
};

/** The time zone of the request, or UTC; an unknown one is a fault of its own argument. */
function zoneOf({ timeZone }: Given): string {
  return typeof timeZone === 'string' && timeZone !== '' && timeZoneFault(timeZone) === null ? timeZone : 'UTC';
}

function fixed(parsed: Window | readonly Fault[]): Parsed<WindowAt> {
  return 'start' in parsed ? { value: () => parsed } : { faults: parsed };
}

function asParsed(parsed: Window | readonly Fault[]): Parsed<Window> {
  return 'start' in parsed ? { value: parsed } : { faults: parsed };
}

function fault(field: string, what: string): Fault {
  return { field, message: `${field} ${what}` };
}
