// The reference of the REST API: every operation of the server's OpenAPI description, to read and to try with the key of the tab.

import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../data/api.js';
import { type Examples, loadExamples } from '../data/examples.js';
import { forgetSession, onSession, sessionMark } from '../data/session.js';
import { KeyForm } from '../site/key-form.js';
import { SiteHeader } from '../site/site-header.js';
import { listen } from '../ui/listen.js';
import { type Description, loadDescription } from './description.js';
import { OperationCard } from './operation.js';
import { PathText, Prose } from './prose.js';

/** The whole page. */
export function Reference({ refused }: { readonly refused: string | null }) {
  const [description, setDescription] = useState<Description | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    loadDescription().then(setDescription, (error: Error) => setFailure(error.message));
  }, []);
  const access = useExamples(refused);
  const { examples, session } = access;
  useTarget(description !== null);
  const isLoading = failure === null && (!description || access.isLoading);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the operations
      </a>
      <SiteHeader current="/api/v1/docs" isSignedIn={access.isSignedIn} />
      <div class="reference">
        {description && <Contents description={description} />}
        <main id="main" tabIndex={-1} aria-busy={isLoading}>
          <Intro description={description} access={access} />
          {failure && (
            <p class="problem" role="alert">
              {failure} Reload the page to try again.
            </p>
          )}
          {description?.groups.map(({ name, description, operations }) => (
            <section class="group" key={name}>
              <h2>{name}</h2>
              <p class="lead">{description}</p>
              {operations.map((operation) => (
                <OperationCard key={operation.operationId} {...{ operation, examples, session }} />
              ))}
            </section>
          ))}
        </main>
      </div>
    </>
  );
}

type Access = ReturnType<typeof useExamples>;

/** The examples for the session, loaded again in every other one; `null` until then. `refused`: what is wrong with the key in the address. */
function useExamples(refused: string | null) {
  const [mark, setMark] = useState(sessionMark);
  const [examples, setExamples] = useState<Examples | null>(null);
  const [problem, setProblem] = useState(refused);
  useEffect(() => onSession(() => setMark(sessionMark())), []);
  useEffect(() => {
    setExamples(null);
    if (mark === null) return undefined;
    setProblem(null);
    const ending = new AbortController();
    const { signal } = ending;
    loadExamples(signal).then(
      (found) => !signal.aborted && setExamples(found),
      (error: unknown) => {
        // What another session says of its key is nothing about this one.
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
        if (error.code !== 'unauthorized') return;
        forgetSession();
        setMark(null);
      },
    );
    return () => ending.abort();
  }, [mark]);
  const isSignedIn = mark !== null;
  return { isSignedIn, session: mark ?? '', examples, problem, isLoading: isSignedIn && !examples && problem === null };
}

/** Opens the operation that the address names, now and whenever it names another. */
function useTarget(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined;
    const open = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!(target instanceof HTMLDetailsElement)) return;
      target.open = true;
      target.scrollIntoView();
    };
    open();
    return listen(['hashchange'], open);
  }, [isReady]);
}

function Intro({ description, access }: { readonly description: Description | null; readonly access: Access }) {
  return (
    <>
      <div class="page-head">
        <h1>REST API</h1>
        <a class="button" href="/api/v1/openapi.json">
          OpenAPI description
        </a>
      </div>
      {description && (
        <>
          <Prose text={description.about} />
          {access.isSignedIn ? <Filled access={access} /> : <KeyForm isInline problem={access.problem} />}
        </>
      )}
    </>
  );
}

/** Says what the forms are filled with. */
function Filled({ access: { examples, problem } }: { readonly access: Access }) {
  if (problem !== null) return <p class="problem">The examples could not be loaded: {problem}</p>;
  if (!examples) return <p class="filled">Loading examples for your key …</p>;
  if (examples.runId === '')
    return <p class="filled">Your key cannot read any runs yet, so the forms have no examples.</p>;
  return (
    <p class="filled">
      The forms are filled with what your key can read: the brand <code>{examples.brandId}</code>, the prompt of its
      newest run, and the 30 days up to it. Optional parameters are empty.
    </p>
  );
}

function Contents({ description: { groups } }: { readonly description: Description }) {
  return (
    <nav class="contents" aria-label="Operations">
      {groups.map(({ name, operations }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {operations.map(({ operationId, path }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <PathText path={path.replace('/api/v1', '')} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
