// GraphiQL in the session of the browser.

import { render } from 'preact';
import { ApiError } from './data/api.js';
import { forgetSession, onSession, sessionMark, signInFromAddress } from './data/session.js';
import { loadTabs, type Tab } from './graphiql-tabs.js';
import { KeyForm } from './site/key-form.js';
import { applyTheme, themeChoice } from './site/settings.js';
import { SiteHeader } from './site/site-header.js';

declare const YogaGraphiQL: { renderYogaGraphiQL(root: HTMLElement, options: object): void };

declare global {
  interface Window {
    MonacoEnvironment?: object;
  }
}

const root = byId('root');
const storedTabs = 'graphiql:tabState';

async function start(): Promise<void> {
  const problem = await signInFromAddress();
  onSession(() => location.reload());
  if (sessionMark() === null || problem !== null) return askForKey(problem);
  showHeader(true);
  try {
    const { tabs, brandIds } = await loadTabs();
    fitKeptTabs(brandIds);
    // Fonts that load later change the widths of the tabs, which their drag-and-drop mistakes for a move.
    await Promise.all([...document.fonts].map((font) => font.load()));
    renderGraphiql(tabs);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'unauthorized') forgetSession();
    askForKey(error.message);
  }
}

function renderGraphiql(defaultTabs: readonly Tab[]): void {
  const worker = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="worker-${name}"]`)?.content ?? '';
  window.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_: string, label: string) => worker(label) };
  YogaGraphiQL.renderYogaGraphiQL(root, {
    // The header of the page already has the name.
    title: '',
    logo: '',
    endpoint: `${location.origin}/graphql`,
    defaultTabs,
    // GraphiQL opens the tab that has these, and one more where none has them.
    ...openTab(defaultTabs),
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: false,
    inputValueDeprecation: true,
    schemaDescription: true,
    // The header has the choice of the theme.
    forcedTheme: themeChoice(),
  });
}

/** What the tab holds that is open at first: the one that was left, or the first. */
function openTab([first]: readonly Tab[]): Partial<Tab> {
  const kept: { tabs?: Partial<Record<keyof Tab, string | null>>[]; activeTabIndex?: number } = JSON.parse(
    localStorage.getItem(storedTabs) ?? '{}',
  );
  const { query, variables } = kept.tabs?.[kept.activeTabIndex ?? 0] ?? first ?? {};
  return { query: query ?? '', variables: variables ?? '' };
}

/** Tabs that GraphiQL stored for another key would query brands that this key cannot read. The others query the brand of a link that led here. */
function fitKeptTabs(brandIds: readonly string[]): void {
  const ids = /(?<="brandId\\?": ?\\?")[^"\\]+/g;
  const kept = localStorage.getItem(storedTabs);
  const isForeign = kept?.match(ids)?.some((id) => !brandIds.includes(id));
  const brand = new URLSearchParams(location.search).get('brand') ?? '';
  // When the page is loaded again, the tabs are as they were left. GraphiQL adds what is typed to the address.
  const isLinked = history.state === null;
  history.replaceState({}, '', location.pathname + (brand && `?${new URLSearchParams({ brand })}`));
  if (isForeign) localStorage.removeItem(storedTabs);
  else if (isLinked && kept && brandIds.includes(brand))
    localStorage.setItem(
      storedTabs,
      kept.replace(ids, () => brand),
    );
}

function askForKey(problem: string | null = null): void {
  showHeader(false);
  render(<KeyForm problem={problem} />, root);
}

function showHeader(isSignedIn: boolean): void {
  // GraphiQL reads the theme when it starts.
  const restart = () => location.reload();
  render(<SiteHeader current="/graphql" isSignedIn={isSignedIn} onTheme={restart} />, byId('header'));
}

/** The element of the page with this id. */
function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element ${id}.`);
  return element;
}

applyTheme();
void start();
