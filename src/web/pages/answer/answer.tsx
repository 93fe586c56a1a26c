// One answer, whole: its text with the names marked, whom it names and how, what the model searched for, and what it cites.

import { labelOf, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { answerDocument, type WholeAnswer } from '../../documents/answer.js';
import { Badge } from '../../lists/badge.js';
import { withCitations } from '../../markdown/citations.js';
import { createHighlighter, markFound } from '../../markdown/highlight.js';
import { Markdown } from '../../markdown/markdown.js';
import { Card } from '../../ui/card.js';
import { counted, instant } from '../../ui/format.js';
import { Page, SkeletonPage } from '../../ui/page.js';
import { Verdict } from '../answers/verdict.js';
import { AssessmentsCard } from './assessments.js';
import { Beside } from './beside.js';
import { Citations, cited, columns } from './citations.js';
import { SinceBefore } from './since-before.js';

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
        <Card id="answer" title="Answer" query={query} rowsOf={cited} columns={columns} isEmpty={() => false}>
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
              isEmpty={({ promptRun }) => promptRun.citations.length === 0}
              empty="This answer cites no source."
            >
              {({ promptRun }) => <Citations {...promptRun} />}
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
  const names = createHighlighter({ brand: brandName, others });
  const highlight = withCitations(params.search ? markFound(params.search, names) : names, answer.citations);
  const { text = null } = answer.answer;
  return (
    <article class="answer-body">
      <p class="answer-facts quiet">
        <span>{labelOf(catalog, answer.model)}</span>
        <time dateTime={answer.createdAt}>{instant(answer.createdAt, view.timeZone)}</time>
        <Verdict answer={answer} />
        {answer.webSearchEnabled && <Badge title="The model could search the web.">web search</Badge>}
      </p>
      {text === null || text === '' ? (
        <p class="empty">The text of this answer was not recorded.</p>
      ) : (
        <Markdown text={text} highlight={highlight} />
      )}
      <Searches queries={answer.webQueries} />
    </article>
  );
}

function Searches({ queries }: { readonly queries: readonly string[] }) {
  if (queries.length === 0) return null;
  return (
    <section class="searched">
      <h3>Searched the web for</h3>
      <ul>
        {queries.map((query, index) => (
          <li key={index}>{query}</li>
        ))}
      </ul>
    </section>
  );
}
