// The settings of all pages: the theme, that of the system or the one that was chosen, and signing out.

import { useState } from 'preact/hooks';
import { Select } from '../app/select.js';
import { signOut } from '../data/session.js';
import { KeyIcon } from '../ui/icons.js';

const place = 'sightline.theme';

const themes = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** What the user chose; the system's theme without a choice. */
export const themeChoice = () => themes.find(([each]) => each === localStorage.getItem(place))?.[0] ?? 'system';

/** Puts the choice on the page. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = themeChoice();
}

/** Applies and keeps the theme that is chosen; `onChoose` is called afterwards. */
export function ThemeSelect({ onChoose }: { readonly onChoose?: (() => void) | undefined }) {
  const [choice, setChoice] = useState(themeChoice);
  const choose = (chosen: string) => {
    localStorage.setItem(place, chosen);
    applyTheme();
    setChoice(themeChoice());
    onChoose?.();
  };
  return (
    <Select id="theme" class="theme" label="Theme" options={themes} value={choice} usual={choice} onChange={choose} />
  );
}

/** Draws the page light while it is printed. */
export function printLight(): void {
  addEventListener('beforeprint', () => {
    // Charts watch this attribute.
    document.documentElement.dataset.theme = 'light';
  });
  addEventListener('afterprint', applyTheme);
}

/** The button that ends the session of the browser. */
export function SignOut() {
  const [problem, setProblem] = useState('');
  const end = () => signOut().catch(({ message }: Error) => setProblem(message));
  return (
    <button type="button" class="forget" title={problem || 'Sign out in all tabs'} onClick={() => void end()}>
      <KeyIcon /> <span>{problem ? 'Not signed out: try again' : 'Sign out'}</span>
    </button>
  );
}
