// How a figure differs from the window that it is compared with. Only a change that the API tested and found significant has a colour.

import { none, points, signed } from './format.js';

interface RatioChange {
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly isSignificant: boolean | null;
  /** Null of fewer than two. */
  readonly prompts: number | null;
}

/** A tested change of a ratio of which more is better: the difference with the verdict, and its interval. */
export function Change({ change }: { readonly change: RatioChange }) {
  const { difference, low, high, isSignificant, prompts } = change;
  if (difference === null) return <p class="change">No earlier answers</p>;
  if (low === null || high === null) {
    return (
      <>
        <p class="change" title={String(difference)}>
          {points(difference)}, not tested
        </p>
        <p class="basis">{prompts === null ? 'only one prompt' : 'all prompts moved alike'}</p>
      </>
    );
  }
  const mood = isSignificant ? (difference > 0 ? ' better' : ' worse') : '';
  return (
    <>
      <p class={`change${mood}`} title={String(difference)}>
        {mood && <span aria-hidden="true">{difference > 0 ? '▲ ' : '▼ '}</span>}
        {points(difference)}, {isSignificant ? 'more than chance' : 'no clear change'}
      </p>
      <p class="basis">
        95%: {points(low).replace(' pts', '')} to {points(high)}
      </p>
    </>
  );
}

const nothingBefore = 'The window compared with has no answers.';

interface CountChangeProps {
  readonly now: number;
  readonly before: number;
  /** Whether it is counted now and was not before, as the API answers it: never where the window before has no answers. */
  readonly isNew: boolean;
  /** What the figure was before, in words. */
  readonly basis: string;
  /** Both as shares of all, where there are such. */
  readonly shares?: string;
}

/** The change of a count; a dash where the window compared with has no answers. */
export function CountChange({ now, before, isNew, basis, shares }: CountChangeProps) {
  if (before === 0 && !isNew)
    return (
      <span class="change" title={nothingBefore}>
        <span aria-hidden="true">{none}</span>
        <span class="visually-hidden">{nothingBefore}</span>
      </span>
    );
  return (
    <span class="change" title={`${basis} in the window compared with. Not tested for chance.`}>
      {now === before ? 'as before' : signed(now - before)}
      {shares && <span class="sub">{shares}</span>}
    </span>
  );
}

interface BeforeProps {
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly format: (value: number) => string;
}

/** The figure of the window compared with: the API does not test whether these differ by more than chance, so there is no verdict. */
export function Before({ now, before, format }: BeforeProps) {
  if (before === null || before === undefined) return now === null ? null : <p class="change">No earlier answers</p>;
  return (
    <p class="change">{now !== null && format(before) === format(now) ? 'as before' : `${format(before)} before`}</p>
  );
}
