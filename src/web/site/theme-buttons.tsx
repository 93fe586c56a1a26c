// The choice of the theme: that of the system, light or dark.

import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { DarkIcon, LightIcon, SystemIcon } from '../ui/icons.js';
import { chooseTheme, type ThemeChoice, themeChoice } from './theme.js';

const themes: readonly { readonly choice: ThemeChoice; readonly label: string; readonly Icon: ComponentType }[] = [
  { choice: 'system', label: 'Theme of the system', Icon: SystemIcon },
  { choice: 'light', label: 'Light theme', Icon: LightIcon },
  { choice: 'dark', label: 'Dark theme', Icon: DarkIcon },
];

interface ThemeButtonsProps {
  /** Called after a choice was applied to the page. */
  readonly onChoose?: (() => void) | undefined;
}

/** Applies and keeps the theme that is chosen. */
export function ThemeButtons({ onChoose }: ThemeButtonsProps) {
  const [choice, setChoice] = useState(themeChoice);
  const choose = (theme: ThemeChoice) => {
    chooseTheme(theme);
    setChoice(theme);
    onChoose?.();
  };
  return (
    <fieldset class="themes">
      <legend class="visually-hidden">Theme</legend>
      {themes.map(({ choice: theme, label, Icon }) => (
        <button
          type="button"
          key={theme}
          aria-pressed={theme === choice}
          aria-label={label}
          title={label}
          onClick={() => choose(theme)}
        >
          <Icon />
        </button>
      ))}
    </fieldset>
  );
}
