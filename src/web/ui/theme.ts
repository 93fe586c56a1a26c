// The colours of the charts, read from the style sheet, which defines the light and the dark theme.

export interface Theme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  readonly band: string;
  readonly other: string;
  readonly positive: string;
  readonly neutral: string;
  readonly mixed: string;
  readonly negative: string;
  readonly font: string;
}

const names = [
  'text',
  'muted',
  'grid',
  'surface',
  'accent',
  'band',
  'other',
  'positive',
  'neutral',
  'mixed',
  'negative',
];

/** The colours of the current theme. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return { ...colours, font: getComputedStyle(document.body).fontFamily } as unknown as Theme; // safe because the style sheet defines every name
}

/** Calls `onChange` when the system switches between light and dark. */
export function onThemeChange(listener: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
}
