// How a figure differs from the window before. Only a change that the API tested and found significant has a colour; all else is grey.

import { none, points, signed } from './format.js';

interface RatioChange {
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly isSignificant: boolean | null;
}

/** A tested change of a ratio of which more is better. */
export function Change({ change }: { readonly change: RatioChange | null }) {
  if (!change || change.difference === null) return <span class="change">No earlier answers</span>;
  const { difference, low, high, isSignificant } = change;
  const range =
    low === null || high === null
      ? 'One prompt alone, or all moved alike: whether it is chance cannot be told.'
      : `Between ${points(low)} and ${points(high)}, 95% interval, paired by prompt.`;
  if (!isSignificant)
    return (
      <span class="change" title={`${points(difference)} against the window before. ${range}`}>
        {low === null ? `${points(difference)}, not tested` : 'No clear change'}
      </span>
    );
  const isBetter = difference > 0;
  return (
    <span class={`change ${isBetter ? 'better' : 'worse'}`} title={`Against the window before. ${range}`}>
      <span aria-hidden="true">{isBetter ? '▲' : '▼'}</span> {points(difference)}
      <span class="visually-hidden">{isBetter ? ', better' : ', worse'} than the window before</span>
    </span>
  );
}

const nothingBefore = 'The window before has no answers to compare with.';

interface CountChangeProps {
  readonly now: number;
  readonly before: number;
  /** Whether it is counted now and was not before, as the API answers it: never where the window before has no answers. */
  readonly isNew: boolean;
  /** What the figure was before, in words. */
  readonly basis: string;
}

/** The change of a count; a dash where the window before has no answers. */
export function CountChange({ now, before, isNew, basis }: CountChangeProps) {
  if (before === 0 && !isNew)
    return (
      <span class="change" title={nothingBefore}>
        <span aria-hidden="true">{none}</span>
        <span class="visually-hidden">{nothingBefore}</span>
      </span>
    );
  return (
    <span class="change" title={`${basis} in the window before. Not tested for chance.`}>
      {now === before ? 'as before' : signed(now - before)}
    </span>
  );
}

interface DifferenceProps {
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly format: (value: number) => string;
  /** Which direction is an improvement. */
  readonly betterIs?: 'higher' | 'lower' | 'none';
}

/** The figure of the window before: the API does not test whether these differ by more than chance. */
export function Difference({ now, before, format, betterIs = 'none' }: DifferenceProps) {
  if (before === null || before === undefined)
    return now === null ? null : <span class="change">No earlier answers</span>;
  if (now === null) return <span class="change">{format(before)} before</span>;
  const word = wordOf(now - before, betterIs);
  const text = format(before) === format(now) ? 'As before' : `${format(before)} before${word}`;
  return (
    <span
      class="change"
      title="The figure of the window before. Whether the difference is more than chance is not tested."
    >
      {text}
    </span>
  );
}

function wordOf(difference: number, betterIs: 'higher' | 'lower' | 'none'): string {
  if (betterIs === 'none' || difference === 0) return '';
  return difference > 0 === (betterIs === 'higher') ? ', now better' : ', now worse';
}
