// The choice of the theme: that of the system, light or dark.

import { useState } from 'preact/hooks';
import { Select } from '../app/select.js';
import { chooseTheme, type ThemeChoice, themeChoice } from './theme.js';

const themes: readonly (readonly [choice: ThemeChoice, label: string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

interface ThemeSelectProps {
  /** Called after a choice was applied to the page. */
  readonly onChoose?: (() => void) | undefined;
}

/** Applies and keeps the theme that is chosen. */
export function ThemeSelect({ onChoose }: ThemeSelectProps) {
  const [choice, setChoice] = useState(themeChoice);
  const choose = (chosen: string) => {
    const [theme = 'system'] = themes.find(([each]) => each === chosen) ?? [];
    chooseTheme(theme);
    setChoice(theme);
    onChoose?.();
  };
  return (
    <Select id="theme" class="theme" label="Theme" options={themes} value={choice} usual={choice} onChange={choose} />
  );
}
