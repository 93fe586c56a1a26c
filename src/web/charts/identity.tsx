// What identifies a series in every chart, legend and table: a colour of a palette that survives colour blindness, and a dash pattern.

interface Identity {
  /** A custom property of the style sheet, which has one for the light and one for the dark theme. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; empty: a solid line. */
  readonly dash: readonly number[];
}

/** Colours that the style sheet defines as `--series-1` and so on. */
const colours = 6;
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** Those after the last have one dot more each. */
function dashOf(index: number): readonly number[] {
  return dashes[index] ?? [9, 3, ...Array.from({ length: index - 2 }, () => [2, 3]).flat()];
}

/** Of the series of another window. */
export const earlier: Identity = { colour: '--other', dash: [5, 4] };

/** The identity of the series at an index, which no other has; the brand has the accent of the page and a solid line. */
export function identityOf(index: number, isBrand = false): Identity {
  if (isBrand) return { colour: '--accent', dash: [] };
  // Neighbours differ in both, so that they can be told apart in print too; every other colour has the same dash, and each round two others.
  const round = Math.floor(index / colours);
  const place = index % colours;
  return { colour: `--series-${place + 1}`, dash: dashOf(2 * round + (place % 2)) };
}

/** A short stroke of a line, to stand before its label. */
export function Swatch({ index, isBrand = false }: { readonly index: number; readonly isBrand?: boolean }) {
  const { colour, dash } = identityOf(index, isBrand);
  return (
    <svg class="swatch-line" width="36" height="10" viewBox="0 0 36 10" aria-hidden="true">
      <line
        x1="1"
        x2="35"
        y1="5"
        y2="5"
        stroke-width={isBrand ? 3 : 2}
        stroke-dasharray={dash.join(' ')}
        style={{ stroke: `var(${colour})` }}
      />
    </svg>
  );
}
