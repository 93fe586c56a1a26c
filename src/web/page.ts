// The dashboard: keeps the view, synchronizes it with the URL, and shows its figures.

import { loadSources, type Sources } from './cards/sources.js';
import { filtersElement } from './controls/filters.js';
import { keyForm } from './controls/key-form.js';
import { closeTagsOnLeave } from './controls/tags-control.js';
import { type Figures, loadFigures } from './data/analytics.js';
import { ApiError } from './data/api.js';
import { type Catalog, loadCatalog } from './data/catalog.js';
import { forgetKey, readKey, takeKeyFromAddress } from './data/key.js';
import { daysOf, daysUpTo } from './data/period.js';
import { readView, type View, writeView } from './data/view.js';
import { clear, showError, showFigures, showLoading, showNotice } from './figures.js';
import { openDay } from './runs/day-dialog.js';
import { announce, byId, h } from './ui/dom.js';
import { counted, day } from './ui/format.js';
import { onThemeChange } from './ui/theme.js';

const main = byId('main');
let view: View;
let catalog: Catalog | null = null;
let loaded: { readonly figures: Figures; readonly sources: Sources } | null = null;
let loading = new AbortController();
let dialog: HTMLDialogElement | null = null;

async function start(): Promise<void> {
  takeKeyFromAddress();
  view = readView(location.search);
  showLinks();
  if (readKey() === null) return askForKey();
  // Their space is reserved from the start, to avoid layout shifts.
  showFilters({ brands: [], models: [] });
  byId('filters').inert = true;
  showLoading(main);
  try {
    catalog = await loadCatalog();
  } catch (error) {
    return fail(error, () => void start());
  }
  byId('filters').inert = false;
  const [first] = catalog.brands;
  if (!first)
    return showNotice(main, {
      title: 'No brands yet',
      text: 'This key cannot read any brand. To record brands, run: sightline record <file>',
    });
  if (!view.brand) view = { ...view, brand: first.id };
  history.replaceState(null, '', writeView(view));
  await show();
}

/** Opens another view as a new entry of the browser's history. */
function change(part: Partial<View>): void {
  view = { ...view, day: null, ...part };
  history.pushState(null, '', writeView(view));
  void show();
}

async function show(): Promise<void> {
  const { brands = [], models = [] } = catalog ?? {};
  showFilters({ brands, models });
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  showLoading(main);
  main.setAttribute('aria-busy', 'true');
  try {
    const [figures, sources] = await Promise.all([loadFigures(view, signal), loadSources(view, signal)]);
    loaded = { figures, sources };
    draw();
    announce(`${figures.brandName}: ${counted(figures.totals.runs, 'answer')}, ${scope().subtitle}`);
    if (view.day) openRuns(view.day);
  } catch (error) {
    if (!signal.aborted) fail(error, () => void show());
  } finally {
    if (!signal.aborted) main.removeAttribute('aria-busy');
  }
}

function draw(): void {
  if (!loaded) return;
  const { figures, sources } = loaded;
  document.title = `${figures.brandName} · Sightline`;
  if (figures.totals.runs === 0) showEmpty(figures);
  else showFigures(main, { figures, sources, scope: scope(), onDay: openRuns, onModel: (model) => change({ model }) });
}

function showEmpty({ brandName }: Figures): void {
  const lastRunAt = catalog?.brands.find(({ id }) => id === view.brand)?.lastRunAt;
  const isFiltered = view.model !== '' || view.tags.length > 0;
  const button = (text: string, part: Partial<View>) =>
    h('button', { type: 'button', class: 'primary', on: { click: () => change(part) } }, text);
  const actions = [
    isFiltered && button('Show all models and tags', { model: '', tags: [] }),
    lastRunAt &&
      !isFiltered &&
      button('Show the last 30 days with answers', { period: daysUpTo(lastRunAt, view.timeZone, 30) }),
  ].filter((action) => action instanceof HTMLElement);
  if (!lastRunAt) {
    const text = `To record answers for ${brandName}, run: sightline record <file>`;
    showNotice(main, { title: 'No answers recorded yet', text, actions });
    return;
  }
  showNotice(main, {
    title: `No answers for ${brandName} in this window${isFiltered ? ' with these filters' : ''}`,
    text: `The last answer was recorded on ${day(lastRunAt.slice(0, 10))}.`,
    actions,
  });
}

function openRuns(date: string): void {
  if (!loaded || date === '' || dialog) return;
  view = { ...view, day: date };
  history.replaceState(null, '', writeView(view));
  dialog = openDay({
    view,
    date,
    range: loaded.figures.range,
    brandName: loaded.figures.brandName,
    labelOf: (model) => catalog?.models.find(({ id }) => id === model)?.label ?? model,
    onClose: () => {
      dialog = null;
      view = { ...view, day: null };
      history.replaceState(null, '', writeView(view));
    },
  });
}

/** A description of the view, for titles and file names. */
function scope() {
  const { from, to } = daysOf(view.period, view.timeZone);
  const model = catalog?.models.find(({ id }) => id === view.model)?.label;
  const brand = loaded?.figures.brandName ?? view.brand;
  const parts = [brand, `${day(from)} – ${day(to)}`, view.timeZone, model, ...view.tags];
  return { file: `${view.brand}-${from}-${to}`.replace(/[^\w.-]+/g, '-'), subtitle: parts.filter(Boolean).join(' · ') };
}

/** Filters are redrawn with every view; the focused control keeps the focus. */
function showFilters(known: Catalog): void {
  const focused = document.activeElement?.id;
  byId('filters').replaceChildren(filtersElement(view, known, change));
  if (focused) document.getElementById(focused)?.focus();
}

function showLinks(): void {
  const forget = () => {
    forgetKey();
    askForKey();
  };
  const hasKey = readKey() !== null;
  byId('links').replaceChildren(
    h('a', { href: '/graphql' }, 'GraphiQL'),
    ...(hasKey ? [h('button', { type: 'button', class: 'link', on: { click: forget } }, 'Forget key')] : []),
  );
}

function askForKey(problem?: string): void {
  loading.abort();
  clear();
  showLinks();
  byId('filters').replaceChildren();
  main.removeAttribute('aria-busy');
  main.replaceChildren(keyForm(() => void start(), problem));
  main.querySelector('input')?.focus();
}

function fail(error: unknown, onRetry: () => void): void {
  if (error instanceof ApiError && error.code === 'unauthorized') {
    forgetKey();
    askForKey(error.message);
  } else showError(main, error, onRetry);
}

addEventListener('popstate', () => {
  dialog?.close();
  view = { ...readView(location.search), brand: readView(location.search).brand || view.brand };
  if (catalog) void show();
});
// Opening a URL with another key in an open tab does not reload the page.
addEventListener('hashchange', () => void (location.hash.startsWith('#key=') && start()));
onThemeChange(draw);
closeTagsOnLeave();
void start();
