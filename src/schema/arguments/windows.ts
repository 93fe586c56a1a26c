// The window of a question, and the one that it is compared with: decided here once, so that figures, lists and costs read the same two.

import { type Day, parseDay, timeZoneFault } from '../../domain/day.js';
import { parseWindow, type Window } from '../../domain/window.js';
import { comparedWith } from '../../domain/windows/compared.js';
import type { Fault } from '../../errors.js';
import type { ArgumentParser, Parsed } from './parsed-arguments.js';

const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

/** The window from `start` to `end`. */
export const window: ArgumentParser<Window> = ({ start, end }) => asParsed(parseWindow(textOf(start), textOf(end)));

/** A window, and the one that it is compared with; `null`: that would begin before year 1. */
export interface Windows {
  readonly window: Window;
  readonly compared: Window | null;
}

/** Both windows of a request. */
export const windows: ArgumentParser<Windows> = (args) => {
  const [own, named] = [window(args), namedComparison(args)];
  const faults = [own, named].flatMap((parsed) => ('faults' in parsed ? parsed.faults : []));
  if ('faults' in own || 'faults' in named) return { faults };
  const comparison = args.compare === 'year' ? 'year' : 'previous';
  return { value: { window: own.value, compared: named.value ?? comparedWith(own.value, comparison, zoneOf(args)) } };
};

/** The window from `compareStart` to `compareEnd`; `null`: neither is given. */
export const namedComparison: ArgumentParser<Window | null> = ({ compareStart, compareEnd, compare }) => {
  const [start, end] = [textOf(compareStart), textOf(compareEnd)];
  if (!start && !end) return { value: null };
  const fault = (field: string, message: string) => ({ faults: [{ field, message: `${field} ${message}` }] });
  if (compare === 'year')
    return fault('compare', 'is year, but compareStart and compareEnd name another window: give either, not both.');
  if (start && end) return asParsed(parseWindow(start, end, ['compareStart', 'compareEnd']));
  const [missing, given] = start ? ['compareEnd', 'compareStart'] : ['compareStart', 'compareEnd'];
  return fault(missing, `is missing beside ${given}: give both, or neither.`);
};

/** The day `date` in `timeZone`. */
export const day: ArgumentParser<Day> = (args) => {
  const parsed = parseDay(textOf(args.date), zoneOf(args));
  return 'message' in parsed ? { faults: [parsed] } : { value: parsed };
};

/** The time zone of the request, or UTC; an unknown one is a fault of its own argument. */
function zoneOf({ timeZone }: Parameters<ArgumentParser<unknown>>[0]): string {
  return typeof timeZone === 'string' && timeZone !== '' && timeZoneFault(timeZone) === null ? timeZone : 'UTC';
}

function asParsed(parsed: Window | readonly Fault[]): Parsed<Window> {
  return 'start' in parsed ? { value: parsed } : { faults: parsed };
}
