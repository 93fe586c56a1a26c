// Which domains are new in this window, and which ones are cited no more.

import { useAddress } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import { domainMovesDocument } from '../../documents/sources.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { Ranked } from '../../lists/ranked.js';
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
          ...gained(newest.data).map(({ domain, citations }) => [domain, 'new', citations]),
          ...lost.data.map(({ domain, previous }) => [domain, 'lost', previous.citations]),
        ],
      })}
      hasPicture
    >
      {({ brandAnalytics: { newest, lost } }) => (
        <div class="two-lists">
          <div>
            <h3>New</h3>
            {gained(newest.data).length === 0 && <p class="quiet">No domain is new.</p>}
            <Ranked
              rows={gained(newest.data).map(({ domain, citations, runs }) => ({
                id: domain,
                text: hostText(domain),
                title: domain,
                to: { page: 'sources', params: { search: domain } },
                about: (
                  <AnswersLink count={runs} of={{ domain }}>
                    {counted(citations, 'citation')} in {counted(runs, 'answer')}
                  </AnswersLink>
                ),
              }))}
            />
          </div>
          <div>
            <h3>Lost: {lost.pagination.total}</h3>
            {lost.data.length === 0 && <p class="quiet">No domain was lost.</p>}
            <Ranked
              rows={lost.data.map(({ domain, previous }) => ({
                id: domain,
                text: hostText(domain),
                title: domain,
                to: { page: 'sources', params: { search: domain }, view: { period: before } },
                about: `${counted(previous.citations, 'citation')} before`,
              }))}
            />
          </div>
        </div>
      )}
    </Card>
  );
}

const gained = <Domain extends { readonly isNew: boolean }>(domains: readonly Domain[]) =>
  domains.filter(({ isNew }) => isNew);
