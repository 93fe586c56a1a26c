// Which domains are new in this window, and which ones are cited no more.

import type { ComponentChildren } from 'preact';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import { domainMovesDocument } from '../../documents/sources.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { Card } from '../../ui/card.js';
import { counted } from '../../ui/format.js';

export function MovesCard() {
  const { view } = useAddress();
  const query = useQuery(domainMovesDocument, filterOf(view));
  const before = comparedOf(view);
  if (!before) return null;
  return (
    <Card
      id="moves"
      size="wide"
      title="New and lost domains"
      note="Those with most citations. Few citations come and go by chance."
      query={query}
      isEmpty={({ brandAnalytics }) => (brandAnalytics.previous?.totals.runs ?? 0) === 0}
      empty="The window compared with has no answers."
      table={({ brandAnalytics: { newest, lost } }) => ({
        columns: ['Domain', 'What', 'Citations'],
        rows: [
          ...newest.data.filter(({ isNew }) => isNew).map(({ domain, citations }) => [domain, 'new', citations]),
          ...lost.data.map(({ domain, previous }) => [domain, 'lost', previous.citations]),
        ],
      })}
      hasPicture
    >
      {({ brandAnalytics: { newest, lost } }) => (
        <div class="two-lists">
          <MoveList title="New" none="No domain is new.">
            {newest.data
              .filter(({ isNew }) => isNew)
              .map(({ domain, citations, runs }) => (
                <li key={domain}>
                  <Link to={{ page: 'sources', params: { search: domain } }}>{domain}</Link>
                  <AnswersLink class="quiet" count={runs} of={{ domain }}>
                    {counted(citations, 'citation')} in {counted(runs, 'answer')}
                  </AnswersLink>
                </li>
              ))}
          </MoveList>
          <MoveList title={`Lost: ${lost.pagination.total}`} none="No domain was lost.">
            {lost.data.map(({ domain, previous }) => (
              <li key={domain}>
                <Link to={{ page: 'sources', params: { search: domain }, view: { period: before } }}>{domain}</Link>
                <span class="quiet">{counted(previous.citations, 'citation')} before</span>
              </li>
            ))}
          </MoveList>
        </div>
      )}
    </Card>
  );
}

interface MoveListProps {
  readonly title: string;
  readonly none: string;
  readonly children: readonly ComponentChildren[];
}

function MoveList({ title, none, children }: MoveListProps) {
  return (
    <div>
      <h3>{title}</h3>
      {children.length === 0 && <p class="quiet">{none}</p>}
      <ul class="moves">{children}</ul>
    </div>
  );
}
