// The theme of the page, that of the system or the one that was chosen, and its choice.

import { useState } from 'preact/hooks';
import { Select } from '../app/select.js';

type ThemeChoice = 'system' | 'light' | 'dark';

const place = 'sightline.theme';

/** What the user chose; the system's theme without a choice. */
export function themeChoice(): ThemeChoice {
  const choice = localStorage.getItem(place);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

/** Keeps a choice and applies it. */
function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(place);
  else localStorage.setItem(place, choice);
  applyTheme();
}

/** Puts the choice on the page. */
export function applyTheme(): void {
  const choice = themeChoice();
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

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

/** Draws the page light while it is printed. */
export function printLight(): void {
  const page = document.documentElement;
  let before: string | undefined;
  addEventListener('beforeprint', () => {
    before = page.dataset.theme;
    // Charts watch this attribute.
    page.dataset.theme = 'light';
  });
  addEventListener('afterprint', () => {
    if (before === undefined) delete page.dataset.theme;
    else page.dataset.theme = before;
  });
}
