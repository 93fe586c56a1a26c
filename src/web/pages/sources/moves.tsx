// Which domains are new in this window, and which ones are cited no more.

import { useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { DomainMovesQuery } from '../../documents/generated/sources.js';
import { domainMovesDocument } from '../../documents/sources.js';
import { AnswersLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { domainRow, Ranked } from '../../lists/ranked.js';
import { Card } from '../../ui/card.js';
import { counted } from '../../ui/format.js';
import { noAnswerBefore } from '../../ui/notice.js';

interface Move {
  readonly domain: string;
  readonly what: 'new' | 'lost';
  readonly citations: number;
  readonly runs: number;
}

const columns: readonly Column<Move>[] = [
  { label: 'Domain', value: ({ domain }) => domain },
  { label: 'What', value: ({ what }) => what },
  { label: 'Citations', value: ({ citations }) => citations },
];

function movesOf({ brandAnalytics: { newest, lost } }: Complete<DomainMovesQuery>): readonly Move[] {
  return [
    ...newest.data.filter(({ isNew }) => isNew).map((each) => ({ ...each, what: 'new' as const })),
    ...lost.data.map(({ domain, previous }) => ({ domain, what: 'lost' as const, runs: 0, ...previous })),
  ];
}

export function MovesCard() {
  const { view } = useAddress();
  const query = useQuery(domainMovesDocument, filterOf(view));
  const before = comparedOf(view);
  if (!before) return null;
  return (
    <Card
      id="moves"
      title="New and lost domains"
      note="Those with most citations. Few citations come and go by chance."
      query={query}
      rowsOf={movesOf}
      columns={columns}
      isEmpty={({ brandAnalytics }) => (brandAnalytics.previous?.totals.runs ?? 0) === 0}
      empty={noAnswerBefore(view)}
    >
      {({ brandAnalytics: { lost } }, moves) => {
        const gained = moves.filter(({ what }) => what === 'new');
        const gone = moves.filter(({ what }) => what === 'lost');
        return (
          <div class="two-lists">
            <div>
              <h3>New</h3>
              {gained.length === 0 && <p class="quiet">No domain is new.</p>}
              <Ranked
                rows={gained.map(({ domain, citations, runs }) => ({
                  ...domainRow(domain),
                  about: (
                    <AnswersLink count={runs} of={{ domain }}>
                      {counted(citations, 'citation')} in {counted(runs, 'answer')}
                    </AnswersLink>
                  ),
                }))}
              />
            </div>
            <div>
              <h3>Lost{gone.length > 0 && `: ${lost.pagination.total}`}</h3>
              {gone.length === 0 && <p class="quiet">No domain was lost.</p>}
              <Ranked
                rows={gone.map(({ domain, citations }) => ({
                  ...domainRow(domain),
                  to: { page: 'sources', params: { search: domain }, view: { period: before } },
                  about: `${counted(citations, 'citation')} before`,
                }))}
              />
            </div>
          </div>
        );
      }}
    </Card>
  );
}
