// The reference of the REST API: every operation of the server's OpenAPI description, to read and to try with the key of the tab.

import { useEffect, useReducer, useState } from 'preact/hooks';
import { ApiError } from '../data/api-error.js';
import { type Examples, loadExamples } from '../data/examples.js';
import { forgetKey, onKeyChange, readKey } from '../data/key.js';
import { KeyForm } from '../site/key-form.js';
import { SiteHeader } from '../site/site-header.js';
import { type Description, loadDescription } from './description.js';
import { OperationCard } from './operation.js';
import { PathText, Prose } from './prose.js';

/** The whole page. */
export function Reference() {
  const [description, setDescription] = useState<Description | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    loadDescription().then(setDescription, (error: Error) => setFailure(error.message));
  }, []);
  const access = useExamples();
  useTarget(description !== null);
  const isLoading = failure === null && (!description || access.isLoading);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the operations
      </a>
      <SiteHeader current="/api/v1/docs" hasKey={access.hasKey} />
      <div class="reference">
        {description && <Contents description={description} />}
        <main id="main" tabIndex={-1} aria-busy={isLoading}>
          <Intro description={description} access={access} />
          {failure && (
            <p class="problem" role="alert">
              {failure} Reload the page to try again.
            </p>
          )}
          {description && <Groups description={description} examples={access.examples} />}
        </main>
      </div>
    </>
  );
}

interface Access {
  readonly hasKey: boolean;
  /** `null` without a key, and until they are loaded. */
  readonly examples: Examples | null;
  readonly problem: string | null;
  readonly isLoading: boolean;
  readonly enter: () => void;
}

/** The examples for the key, loaded again whenever another is entered. */
function useExamples(): Access {
  const [attempt, enter] = useReducer((count: number) => count + 1, 0);
  const [examples, setExamples] = useState<Examples | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const drop = (reason: string | null) => {
    setExamples(null);
    setProblem(reason);
    enter(null);
  };
  useEffect(() => onKeyChange(() => drop(null)), []);
  const key = readKey();
  useEffect(() => {
    if (key === null) return;
    setProblem(null);
    loadExamples().then(setExamples, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'unauthorized') return setProblem(error.message);
      forgetKey();
      drop(error.message);
    });
  }, [key, attempt]);
  return {
    hasKey: key !== null,
    examples,
    problem,
    isLoading: key !== null && !examples && problem === null,
    enter: () => enter(null),
  };
}

/** Opens the operation that the address names, now and whenever it names another. */
function useTarget(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    const open = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!(target instanceof HTMLDetailsElement)) return;
      target.open = true;
      target.scrollIntoView();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
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
          {access.hasKey ? (
            <Filled access={access} />
          ) : (
            <KeyForm isInline problem={access.problem} onKey={access.enter} />
          )}
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

interface GroupsProps {
  readonly description: Description;
  readonly examples: Examples | null;
}

function Groups({ description: { groups, resolve }, examples }: GroupsProps) {
  return (
    <>
      {groups.map(({ name, description, operations }) => (
        <section class="group" key={name}>
          <h2>{name}</h2>
          <p class="lead">{description}</p>
          {operations.map((operation) => (
            <OperationCard key={operation.operationId} {...{ operation, examples, resolve }} />
          ))}
        </section>
      ))}
    </>
  );
}
