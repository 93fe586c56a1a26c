// The prompts and the sources that moved most since the window before.

import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { MoversQuery } from '../../documents/generated/overview.js';
import { moversDocument } from '../../documents/overview.js';
import { domainRow, Ranked } from '../../lists/ranked.js';
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
