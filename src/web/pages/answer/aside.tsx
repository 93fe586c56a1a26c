// What stands beside an answer: how it treats each company, and what is different from the answer before it to the same prompt, of the same model,
// provider and market, and with web search if it had that.

import { useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import { type Query, useQuery } from '../../data/use-query.js';
import type { AnswerBeforeQuery, AnswerQuery } from '../../documents/generated/pages.js';
import { answerBeforeDocument, type WholeAnswer } from '../../documents/pages.js';
import { Badge } from '../../lists/badge.js';
import { Card } from '../../ui/card.js';
import { counted, instant, percent, word } from '../../ui/format.js';
import { selecting } from '../answers/selection.js';

type Assessed = WholeAnswer['assessments']['competitors'][number] & { readonly isBrand: boolean };

export function AssessmentsCard({ query }: { readonly query: Query<AnswerQuery> }) {
  const { brands } = useCatalog();
  return (
    <Card
      id="companies"
      title="Companies in this answer"
      note="As assessed when the answer was recorded."
      query={query}
      rowsOf={({ promptRun }) =>
        companiesOf(promptRun, brands.find(({ id }) => id === promptRun.brandId)?.name ?? promptRun.brandId)
      }
      columns={[
        { label: 'Company', value: ({ name }) => name },
        { label: 'Named', value: ({ assessment }) => (assessment.mentioned ? 'yes' : 'no') },
        { label: 'Position', value: ({ assessment }) => assessment.position ?? null },
        { label: 'Times named', value: ({ assessment }) => assessment.mentionCount ?? null },
        { label: 'Sentiment', value: ({ assessment: { sentiment } }) => (sentiment ? word(sentiment) : null) },
        { label: 'Probability', value: ({ assessment }) => assessment.probability ?? null },
        { label: 'Reason', value: ({ assessment }) => assessment.reason ?? null },
      ]}
    >
      {(_, companies) => (
        <ul class="ranked">
          {companies.map(({ name, isBrand, assessment }) => {
            const { mentioned, position, mentionCount, sentiment, probability, reason } = assessment;
            const times = typeof mentionCount === 'number' && mentioned ? `named ${counted(mentionCount, 'time')}` : '';
            return (
              <li key={name}>
                <span class={isBrand ? 'strong' : undefined}>{name}</span>
                <span title={typeof probability === 'number' ? `Probability ${percent(probability)}` : undefined}>
                  {!mentioned && <Badge>not named</Badge>}
                  {typeof position === 'number' && <Badge title={`Named as number ${position}`}>#{position}</Badge>}{' '}
                  {sentiment && <Badge kind={word(sentiment)}>{word(sentiment)}</Badge>}
                </span>
                <span class="quiet">{[times, reason].filter(Boolean).join(' · ')}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

/** Of a company that was named and not assessed. */
const unknown = { probability: null, reason: null, sentiment: null, position: null, mentionCount: null };

/** The brand, then the companies named by position, then the others. */
function companiesOf({ assessments, competitorsMentioned }: WholeAnswer, brandName: string): readonly Assessed[] {
  const assessed = assessments.competitors.map((each) => ({ ...each, isBrand: false }));
  const known = new Set(assessed.map(({ name }) => name));
  const unassessed = competitorsMentioned
    .filter((name) => !known.has(name))
    .map((name) => ({ name, isBrand: false, assessment: { ...unknown, mentioned: true } }));
  const rank = ({ assessment }: Assessed) =>
    assessment.mentioned ? (assessment.position ?? Number.MAX_SAFE_INTEGER - 1) : Number.MAX_SAFE_INTEGER;
  const others = [...assessed, ...unassessed].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
  return [{ name: brandName, isBrand: true, assessment: assessments.brand }, ...others];
}

type Earlier = AnswerBeforeQuery['promptRuns']['data'][number];

/** Windows are of whole quarters of an hour. */
const quarterMs = 15 * 60_000;
const longAgo = '2000-01-01T00:00:00Z';
/** Before it there may be some of the same quarter, and of other markets. */
const limit = 20;

export function SinceBefore({ answer, promptId }: { readonly answer: WholeAnswer; readonly promptId: string }) {
  const { view, params } = useAddress();
  const end = new Date(Math.ceil((Date.parse(answer.createdAt) + 1) / quarterMs) * quarterMs).toISOString();
  const { model, provider, market, webSearchEnabled: webSearch } = answer;
  const filter = { providers: [provider], webSearch, ...(market === null ? {} : { markets: [market] }) };
  const query = useQuery(answerBeforeDocument, { promptId, start: longAgo, end, model, filter, limit });
  const answers = query.data?.promptRuns.data ?? [];
  const before = beforeOf(answers, answer);
  return (
    <Card
      id="since-before"
      title="Since the answer before"
      query={query}
      empty={() => before === null && (answers.length < limit ? first : none)}
    >
      {() =>
        before && (
          <>
            <p class="quiet">
              Compared with{' '}
              <Link to={{ page: 'answer', promptId, runId: before.id, params: selecting(params) }}>
                {instant(before.createdAt, view.timeZone)}
              </Link>
            </p>
            <ul class="differences">
              {differences(answer, before).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )
      }
    </Card>
  );
}

const none = `None of the ${limit} answers up to this one can be compared with it.`;
const first = 'This is the first answer to this prompt of its model, provider and market, with web search or without.';

/** No filter selects the answers without a market. */
function beforeOf(answers: readonly Earlier[], { id, market }: WholeAnswer): Earlier | null {
  const ofMarket = answers.filter((each) => each.market === market);
  const at = ofMarket.findIndex((each) => each.id === id);
  return at < 0 ? null : (ofMarket[at + 1] ?? null);
}

function differences(now: WholeAnswer, before: Earlier): readonly string[] {
  const [ours, theirs] = [now.assessments.brand, before.assessments.brand];
  const place = (position?: number | null) => (typeof position === 'number' ? `#${position}` : 'no position');
  const tone = (sentiment?: Parameters<typeof word>[0] | null) => (sentiment ? word(sentiment) : 'not assessed');
  const domains = (citations: readonly { readonly domain: string }[]) =>
    citations.map(({ domain }) => hostText(domain));
  const found = [
    now.brandMentioned === before.brandMentioned ? '' : now.brandMentioned ? 'Names us now' : 'No longer names us',
    moved('Position', place(theirs.position), place(ours.position)),
    moved('Sentiment', tone(theirs.sentiment), tone(ours.sentiment)),
    said('Newly names', now.competitorsMentioned, before.competitorsMentioned),
    said('No longer names', before.competitorsMentioned, now.competitorsMentioned),
    said('Newly cites', domains(now.citations), domains(before.citations)),
    said('No longer cites', domains(before.citations), domains(now.citations)),
  ].filter(Boolean);
  return found.length > 0 ? found : ['Names and cites the same.'];
}

const moved = (what: string, from: string, to: string): string => (from === to ? '' : `${what}: ${from} → ${to}`);

/** What is in one list and not in the other. */
function said(verb: string, these: readonly string[], others: readonly string[]): string {
  const own = [...new Set(these)].filter((each) => !others.includes(each));
  return own.length > 0 ? `${verb} ${own.join(', ')}` : '';
}
