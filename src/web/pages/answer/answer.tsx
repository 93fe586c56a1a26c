// One answer, whole: its text with the names marked, whom it names and how, what the model searched for, and what it cites.

import { useLayoutEffect } from 'preact/hooks';
import type { Target } from '../../app/address.js';
import { labelOf, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { addressText, hostText } from '../../data/host.js';
import { useQuery } from '../../data/use-query.js';
import { answerDocument, answersBesideDocument, type WholeAnswer } from '../../documents/pages.js';
import { Badge } from '../../lists/badge.js';
import type { Column } from '../../lists/column.js';
import { createHighlighter, markFound, placeOf, withCitations } from '../../markdown/highlight.js';
import { Markdown } from '../../markdown/markdown.js';
import { Card } from '../../ui/card.js';
import { ExternalLink } from '../../ui/external-link.js';
import { counted, instant } from '../../ui/format.js';
import { listen } from '../../ui/listen.js';
import { Page, SkeletonPage } from '../../ui/page.js';
import { Verdict } from '../answers/answer-list.js';
import { selecting, selectionOf } from '../answers/selection.js';
import { AssessmentsCard, SinceBefore } from './aside.js';

export function AnswerPage({ promptId, runId }: { readonly promptId: string; readonly runId: string }) {
  const query = useQuery(answerDocument, { promptId, runId });
  const prompt = query.data?.prompt.text;
  // The length of its text decides where all else stands.
  if (!prompt && query.isLoading) return <SkeletonPage />;
  return (
    <Page
      title={prompt ?? 'Answer'}
      lead={
        <>
          <Link to={{ page: 'prompt', promptId }}>The prompt and its figures</Link> ·{' '}
          <Link to={{ page: 'answers', params: { prompt: promptId } }}>All answers to this prompt</Link>
        </>
      }
      actions={<Beside runId={runId} />}
    >
      <div class="reading wide">
        <Card id="answer" title="Answer" query={query} rowsOf={cited} columns={columns}>
          {({ promptRun }) => <AnswerBody answer={promptRun} />}
        </Card>
        {query.data && (
          <div class="aside">
            <AssessmentsCard query={query} />
            <Card
              id="cited"
              title={counted(query.data.promptRun.citations.length, 'source')}
              query={query}
              rowsOf={cited}
              columns={columns}
              empty={({ promptRun }) => promptRun.citations.length === 0 && 'This answer cites no source.'}
            >
              {({ promptRun }) => (
                // Numbered as the text cites them.
                <ol class="citations">
                  {promptRun.citations.map(({ index, url, domain, title }) => (
                    <li key={index} id={placeOf(index + 1)} value={index + 1}>
                      <ExternalLink href={url}>{title || addressText(url)}</ExternalLink>{' '}
                      <Link class="quiet" to={{ page: 'sources', params: { search: hostText(domain) } }} title={domain}>
                        {hostText(domain)}
                      </Link>
                    </li>
                  ))}
                </ol>
              )}
            </Card>
            <SinceBefore answer={query.data.promptRun} promptId={promptId} />
          </div>
        )}
      </div>
    </Page>
  );
}

function AnswerBody({ answer }: { readonly answer: WholeAnswer }) {
  const catalog = useCatalog();
  const { view, params } = useAddress();
  const brandName = catalog.brands.find(({ id }) => id === answer.brandId)?.name ?? '';
  const others = [...answer.competitorsMentioned, ...answer.assessments.competitors.map(({ name }) => name)];
  const names = createHighlighter(brandName, others);
  const highlight = withCitations(params.search ? markFound(params.search, names) : names, answer.citations);
  const { text = null } = answer.answer;
  return (
    <article class="answer-body">
      <p class="answer-facts quiet">
        <span>{labelOf(catalog, answer.model)}</span>
        <time dateTime={answer.createdAt}>{instant(answer.createdAt, view.timeZone)}</time>
        <Verdict {...answer} />
        {answer.webSearchEnabled && <Badge title="The model could search the web.">web search</Badge>}
      </p>
      {text === null || text === '' ? (
        <p class="empty">The text of this answer was not recorded.</p>
      ) : (
        <Markdown text={text} highlight={highlight} />
      )}
      {answer.webQueries.length > 0 && (
        <section class="searched">
          <h3>Searched the web for</h3>
          <ul>
            {answer.webQueries.map((query, index) => (
              <li key={index}>{query}</li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

/** The answers beside this one in the list that it was opened from: by links, and by the keys J and K. */
function Beside({ runId }: { readonly runId: string }) {
  const { view, params, go } = useAddress();
  const { data } = useQuery(answersBesideDocument, selectionOf(view, params));
  const answers = data?.brandRuns.data ?? [];
  const at = answers.findIndex(({ id }) => id === runId);
  const targetOf = (index: number): Target | null => {
    const answer = at < 0 ? null : answers[index];
    return answer ? { page: 'answer', promptId: answer.promptId, runId: answer.id, params: selecting(params) } : null;
  };
  const beside = { k: targetOf(at - 1), j: targetOf(at + 1) };
  const onKey = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
    const to = event.key === 'j' || event.key === 'k' ? beside[event.key] : null;
    if (!to || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    // The heading of the next answer takes the focus, from a menu that was closed, too.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    go(to);
  };
  // With the filters as they are when the key is pressed.
  useLayoutEffect(() => listen(['keydown'], onKey));
  return (
    <nav class="beside" aria-label="Answers of the list" data-export="no">
      <Move to={beside.k} text="← Newer" hint="K" />
      <Move to={beside.j} text="Older →" hint="J" />
    </nav>
  );
}

function Move({ to, text, hint }: { readonly to: Target | null; readonly text: string; readonly hint: string }) {
  return to ? (
    <Link class="tool" to={to} aria-keyshortcuts={hint}>
      {text} <kbd>{hint}</kbd>
    </Link>
  ) : (
    <span class="tool quiet">{text}</span>
  );
}

/** The answer with each of its citations; with none, a row of its own. */
const cited = ({ promptRun: answer }: { readonly promptRun: WholeAnswer }) =>
  [...answer.citations, ...(answer.citations.length > 0 ? [] : [null])].map((citation) => ({ answer, citation }));

const columns: readonly Column<ReturnType<typeof cited>[number]>[] = [
  { label: 'Answer id', value: ({ answer }) => answer.id },
  { label: 'Time', value: ({ answer }) => answer.createdAt },
  { label: 'Model', value: ({ answer }) => answer.model },
  { label: 'Text', value: ({ answer }) => answer.answer.text ?? null },
  { label: 'URL', value: ({ citation }) => citation?.url ?? null },
  { label: 'Domain', value: ({ citation }) => citation?.domain ?? null },
  { label: 'Title', value: ({ citation }) => citation?.title ?? null },
];
