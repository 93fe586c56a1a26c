// Charts are drawn light for paper, whatever the theme of the page.

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
