// The short lists of the overview: the prompts and the sources that moved most since the window before, and where companies are mentioned and the
// brand is not: how often, on which prompts, and with which sources.

import type { ComponentChildren } from 'preact';
import type { Target } from '../../app/address.js';
import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import type { Days } from '../../data/period.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, runsOf } from '../../data/view.js';
import type { MoversQuery } from '../../documents/generated/overview.js';
import { gapsDocument, moversDocument } from '../../documents/overview.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { Card } from '../../ui/card.js';
import { counted, percent, points, signed, whole, word } from '../../ui/format.js';
import { noAnswerBefore } from '../../ui/notice.js';

type Figures = MoversQuery['brandAnalytics'];

const maxShown = 3;

/** Both cards. */
export function Movers() {
  const { view } = useAddress();
  const query = useQuery(moversDocument, filterOf(view));
  const nothingBefore = query.data?.brandAnalytics.previous?.totals.runs ? null : noAnswerBefore(view);
  return (
    <>
      <Card
        id="moved-prompts"
        isHalf
        title="Prompts that moved most"
        note="Visibility against the window compared with. Few answers move a prompt much by chance: signals are tested."
        query={query}
        rowsOf={({ brandAnalytics: { risen, fallen } }) =>
          largest([...risen.data, ...fallen.data], 'promptId', ({ change }) => change ?? 0)
        }
        columns={[
          { label: 'Prompt', value: ({ prompt }) => prompt },
          { label: 'Visibility before', value: ({ previous }) => previous.visibility },
          { label: 'Visibility', value: ({ visibility }) => visibility },
          { label: 'Change', value: ({ change }) => change },
          { label: 'Answers before', value: ({ previous }) => previous.runs },
          { label: 'Answers', value: ({ runs }) => runs },
        ]}
        empty={nothingBefore ?? 'The visibility of no prompt changed.'}
        footer={
          <Link to={{ page: 'prompts', params: { order: 'CHANGE', direction: 'DESC' } }}>All prompts by change</Link>
        }
      >
        {(_, prompts) => (
          <Ranked
            rows={prompts.map(({ promptId, prompt, change, visibility, previous, runs }) => ({
              id: promptId,
              text: prompt,
              to: { page: 'prompt', promptId },
              figure: points(change),
              about: `${percent(previous.visibility)} of ${whole(previous.runs)} → ${percent(visibility)} of ${counted(runs, 'answer')}`,
            }))}
          />
        )}
      </Card>
      <Card
        id="moved-sources"
        isHalf
        title="Sources that moved most"
        note="Citations against the window compared with, and the share of all citations then and now."
        query={query}
        rowsOf={({ brandAnalytics: { moreCited, lessCited } }) =>
          nothingBefore
            ? []
            : largest(
                [...moreCited.data, ...lessCited.data],
                'domain',
                (each) => each.citations - each.previous.citations,
              )
        }
        columns={[
          { label: 'Domain', value: ({ domain }) => domain },
          { label: 'Whose', value: ({ category }) => word(category) },
          { label: 'Citations before', value: ({ previous }) => previous.citations },
          { label: 'Citations', value: ({ citations }) => citations },
        ]}
        empty={nothingBefore ?? 'No source is cited more or less often.'}
        footer={
          <Link to={{ page: 'sources', params: { presence: 'ALL', order: 'CHANGE', direction: 'DESC' } }}>
            All sources by change
          </Link>
        }
      >
        {({ brandAnalytics }, sources) => (
          <Ranked
            rows={sources.map(({ domain, company, citations, share, previous, isNew }) => ({
              ...domainRow(domain, undefined, citations === 0 ? comparedOf(view) : null),
              figure: signed(citations - previous.citations),
              about: [
                isNew ? 'new' : `${whole(previous.citations)} → ${whole(citations)}`,
                `share ${percent(shareBefore(brandAnalytics, previous.citations))} → ${percent(share)}`,
                ...(company ? [`of ${company}`] : []),
              ].join(', '),
            }))}
          />
        )}
      </Card>
    </>
  );
}

function shareBefore({ previous }: Figures, citations: number): number | null {
  const all = previous?.totals.citations ?? 0;
  return all === 0 ? null : citations / all;
}

/** The largest changes in either direction; one may be among both. */
function largest<Item>(items: readonly Item[], id: keyof Item, by: (item: Item) => number): readonly Item[] {
  const moved = [...new Map(items.map((item) => [item[id], item])).values()].filter((item) => by(item) !== 0);
  return moved.sort((one, other) => Math.abs(by(other)) - Math.abs(by(one))).slice(0, maxShown);
}

export function Gaps() {
  const { view } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  const query = useQuery(gapsDocument, runsOf(view));
  return (
    <Card
      id="gaps"
      title={`Where others appear and ${brand} does not`}
      query={query}
      empty={({ brandRuns }) =>
        brandRuns.total === 0 && `No answer of this window names another company without naming ${brand}.`
      }
      rowsOf={({ brandAnalytics }) =>
        brandAnalytics.prompts.data.filter(({ leader, brandMentions }) => (leader?.mentions ?? 0) > brandMentions)
      }
      totalOf={({ brandAnalytics }) => brandAnalytics.totals.prompts}
      columns={[
        { label: 'Prompt', value: ({ prompt }) => prompt },
        { label: 'Leader', value: ({ leader }) => leader?.name ?? null },
        { label: 'Mentions of the leader', value: ({ leader }) => leader?.mentions ?? null },
        { label: `Mentions of ${brand}`, value: ({ brandMentions }) => brandMentions },
        { label: 'Answers', value: ({ runs }) => runs },
      ]}
    >
      {({ brandAnalytics: { totals, sources }, brandRuns }, prompts) => (
        <div class="columns">
          <div>
            <p class="value">{percent(totals.runs === 0 ? null : brandRuns.total / totals.runs)}</p>
            <p class="quiet">
              of answers: {whole(brandRuns.total)} of {counted(totals.runs, 'answer')} name other companies but not{' '}
              {brand}.
            </p>
            <p class="spaced">
              <AnswersLink count={brandRuns.total} of={{ outcome: 'GAP' }}>
                Read these answers
              </AnswersLink>
            </p>
          </div>
          <div>
            <h3>Prompts with the widest gap</h3>
            {prompts.length === 0 && <p class="quiet">No company is named more often than {brand} on any prompt.</p>}
            <Ranked
              rows={prompts.map(({ promptId, prompt, runs, brandMentions, leader }) => ({
                id: promptId,
                text: prompt,
                to: { page: 'prompt', promptId },
                about: `${leader ? `${leader.name} in ${leader.mentions}, ` : ''}${brand} in ${brandMentions} of ${counted(runs, 'answer')}`,
              }))}
            />
            <Link to={{ page: 'prompts', params: { order: 'GAP', direction: 'DESC' } }}>All prompts by gap</Link>
          </div>
          <div>
            <h3>Sources cited in these answers</h3>
            <Ranked
              rows={sources.data.map(({ domain, company, citations, runs }) => ({
                ...domainRow(domain, 'GAP'),
                about: (
                  <AnswersLink count={runs} of={{ domain, outcome: 'GAP' }} title={citedText(citations, runs, company)}>
                    {citedText(citations, runs, company)}
                  </AnswersLink>
                ),
              }))}
            />
            <Link to={{ page: 'sources', params: { outcome: 'GAP' } }}>All sources cited where others win</Link>
          </div>
        </div>
      )}
    </Card>
  );
}

const citedText = (citations: number, runs: number, company: string | null): string =>
  `${counted(citations, 'citation')} in ${counted(runs, 'answer')}${company ? `, of ${company}` : ''}`;

interface RankedRow {
  readonly id: string;
  readonly text: string;
  /** Default: the text. */
  readonly title?: string;
  readonly to: Target;
  readonly figure?: string;
  readonly about: ComponentChildren;
}

function Ranked({ rows }: { readonly rows: readonly RankedRow[] }) {
  return (
    <ol class="ranked">
      {rows.map(({ id, text, title = text, to, figure, about }) => (
        <li key={id}>
          <Link to={to} title={title} dir="auto">
            {text}
          </Link>
          {figure && <strong>{figure}</strong>}
          <span class="quiet">{about}</span>
        </li>
      ))}
    </ol>
  );
}

/** What such a row is of a domain, which leads to it in the list of sources; `earlier`: in that of these days, where they are others than the view's. */
const domainRow = (domain: string, outcome?: 'GAP', earlier?: Days | null) => ({
  id: domain,
  text: hostText(domain),
  title: domain,
  to: {
    page: 'sources',
    params: { outcome, search: hostText(domain) },
    ...(earlier && { view: { period: earlier, compare: 'previous' } }),
  } satisfies Target,
});
