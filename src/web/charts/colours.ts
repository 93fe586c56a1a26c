// Colours and font for canvases, read from the style sheet, and the news that they have changed.

/** The value of a custom property of the style sheet. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export const fontOf = (): string => getComputedStyle(document.body).fontFamily;

/** Calls `listener` when the system or the user switches between light and dark. Returns what ends that. */
export function onColoursChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(listener);
  system.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  return () => {
    system.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
