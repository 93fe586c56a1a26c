// The theme of the page: that of the system, or the one that was chosen.

export type ThemeChoice = 'system' | 'light' | 'dark';

const place = 'sightline.theme';

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
}

/** Puts the choice on the page. */
export function applyTheme(): void {
  const choice = themeChoice();
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}
