// The theme of the page, and the colours of the charts, read from the style sheet, which defines both themes.

export type ThemeChoice = 'system' | 'light' | 'dark';

const place = 'sightline.theme';
const changed = 'sightline:theme';

/** What the user chose; the system's theme without a choice. */
export function themeChoice(): ThemeChoice {
  const choice = localStorage.getItem(place);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

/** Keeps a choice and applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(place);
  else localStorage.setItem(place, choice);
  applyTheme();
  dispatchEvent(new Event(changed));
}

/** Puts the choice on the page. */
export function applyTheme(): void {
  const choice = themeChoice();
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

/** Calls `listener` when the colours change, until the result is called. */
export function onThemeChange(listener: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', listener);
  addEventListener(changed, listener);
  return () => {
    media.removeEventListener('change', listener);
    removeEventListener(changed, listener);
  };
}

/** The value of a token of the style sheet, such as `accent`. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
