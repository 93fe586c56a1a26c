// The dashboard: asks for a key, loads what it can read, and shows the page of the address.

import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/api.js';
import { notices } from '../data/document.js';
import { forgetSession, onSession, sessionMark, signInFromAddress } from '../data/session.js';
import { createStore } from '../data/store.js';
import { StoreContext, useQuery } from '../data/use-query.js';
import { catalogDocument } from '../documents/overview.js';
import { KeyForm } from '../site/key-form.js';
import { listen } from '../ui/listen.js';
import { Failure, Notice } from '../ui/notice.js';
import { CatalogContext, sorted } from './catalog.js';
import { NavigationProvider, useAddress } from './navigation.js';
import { PageOf } from './pages.js';
import { Shell } from './shell.js';

/** Older answers are asked for again when the tab is shown. */
const staleMs = 5 * 60_000;
const minuteMs = 60_000;
/** In every time zone a day begins with one. */
const quarterNow = () => Math.floor(Date.now() / (15 * minuteMs));

/** The whole page. `problem`: what is wrong with the key in the address. */
export function App({ problem: refused }: { readonly problem: string | null }) {
  const [mark, setMark] = useState(sessionMark);
  const [problem, setProblem] = useState(refused);
  const store = useMemo(
    () =>
      createStore(async (question, signal) => {
        const [document, variables] = JSON.parse(question);
        try {
          return await ask(document, variables, signal);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'unauthorized' && !signal.aborted) {
            forgetSession();
            setProblem(error.message);
          }
          throw error;
        }
      }),
    [mark],
  );
  // Opening a URL with another key in an open tab does not reload the page.
  useEffect(() => listen(['hashchange'], () => void signInFromAddress().then(setProblem)), []);
  const onChange = () => {
    setMark(sessionMark());
    setProblem(null);
  };
  useEffect(() => onSession(onChange), []);
  useFreshness(store.refresh);
  // A tab whose key is refused says so, also where others are signed in.
  if (mark === null || problem !== null) return <Gate problem={problem} />;
  return (
    <StoreContext.Provider value={store} key={mark}>
      <Known />
    </StoreContext.Provider>
  );
}

function Gate({ problem }: { readonly problem: string | null }) {
  useEffect(() => {
    document.title = 'Sightline';
  }, []);
  return (
    <main class="gate">
      <KeyForm problem={problem} />
      <p class="gate-links">
        <a href="/graphql">GraphiQL</a> <a href="/api/v1/docs">REST API reference</a>
      </p>
    </main>
  );
}

/** Shows the pages once it is known what the key can read. */
function Known() {
  const { data, error, isLoading, retry } = useQuery(catalogDocument, {});
  const catalog = useMemo(() => (data ? sorted(data) : { brands: [], models: [] }), [data]);
  if (error && !data) return <Failure error={error} onRetry={retry} />;
  const first = catalog.brands[0];
  if (!first && !isLoading)
    return (
      <Notice title="No brands yet">
        This key cannot read any brand. To record answers of brands, run <code>sightline record &lt;file&gt;</code>.
      </Notice>
    );
  return (
    <CatalogContext.Provider value={catalog}>
      <NavigationProvider defaultBrand={first?.id ?? ''} missing={<NoPage />}>
        <Shell>
          {data?.[notices]?.map((sentence) => (
            <p class="stale quiet" role="status" key={sentence}>
              {sentence}
            </p>
          ))}
          <PageBoundary>
            <PageOf />
          </PageBoundary>
        </Shell>
      </NavigationProvider>
    </CatalogContext.Provider>
  );
}

/** Shows a notice in place of a page that cannot be drawn, until the address is another. */
function PageBoundary({ children }: { readonly children: ComponentChildren }) {
  const { hrefTo, route, params } = useAddress();
  const [error, reset] = useErrorBoundary((failure) => reportError(failure));
  useLayoutEffect(reset, [hrefTo({ ...route, params })]);
  if (!error) return <>{children}</>;
  return (
    <Notice title="This page cannot be shown" actions={[['Reload', () => location.reload()]]}>
      An error in the dashboard stopped it: {String(error)}. The other pages, and this one with other filters, can still
      be opened.
    </Notice>
  );
}

function NoPage() {
  return (
    <Notice title="There is no such page">
      No page of the dashboard has the address {location.pathname}. <a href="/">Open the overview</a>
    </Notice>
  );
}

/** Asks again for what is shown when the tab is shown after a while, the connection returns, or a new day begins. */
function useFreshness(refresh: () => void): void {
  const [, setQuarter] = useState(quarterNow);
  useEffect(() => {
    let freshAt = Date.now();
    const update = () => {
      freshAt = Date.now();
      refresh();
      setQuarter(quarterNow());
    };
    const ends = [
      listen(['online'], update),
      listen(['visibilitychange'], () => {
        if (document.visibilityState === 'visible' && Date.now() - freshAt > staleMs) update();
      }),
    ];
    // Windows of whole days move on when a day begins.
    const timer = setInterval(() => setQuarter(quarterNow()), minuteMs);
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
    };
  }, [refresh]);
}
