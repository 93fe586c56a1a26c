// Where companies are mentioned and the brand is not: how often, on which prompts, and with which sources.

import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import { gapsDocument } from '../../documents/overview.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { domainRow, Ranked } from '../../lists/ranked.js';
import { Card } from '../../ui/card.js';
import { counted, percent, whole } from '../../ui/format.js';

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
