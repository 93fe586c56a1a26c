// The prompts and the sources that moved most since the window before.

import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, type View } from '../../data/view.js';
import type { MoversQuery } from '../../documents/generated/overview.js';
import { moversDocument } from '../../documents/overview.js';
import type { Column } from '../../lists/column.js';
import { domainRow, Ranked } from '../../lists/ranked.js';
import { Card } from '../../ui/card.js';
import { counted, percent, points, signed, whole, word } from '../../ui/format.js';
import { noAnswerBefore } from '../../ui/notice.js';

type Movers = Complete<MoversQuery>['brandAnalytics'];

const maxShown = 3;

const promptColumns: readonly Column<Movers['risen']['data'][number]>[] = [
  { label: 'Prompt', value: ({ prompt }) => prompt },
  { label: 'Visibility before', value: ({ previous }) => previous.visibility },
  { label: 'Visibility', value: ({ visibility }) => visibility },
  { label: 'Change', value: ({ change }) => change },
  { label: 'Answers before', value: ({ previous }) => previous.runs },
  { label: 'Answers', value: ({ runs }) => runs },
];

const sourceColumns: readonly Column<Movers['moreCited']['data'][number]>[] = [
  { label: 'Domain', value: ({ domain }) => domain },
  { label: 'Whose', value: ({ category }) => word(category) },
  { label: 'Citations before', value: ({ previous }) => previous.citations },
  { label: 'Citations', value: ({ citations }) => citations },
];

export function MovedPrompts() {
  const { view } = useAddress();
  const query = useQuery(moversDocument, filterOf(view));
  return (
    <Card
      id="moved-prompts"
      isHalf
      title="Prompts that moved most"
      note="Visibility against the window compared with. Few answers move a prompt much by chance: signals are tested."
      query={query}
      rowsOf={({ brandAnalytics }) => promptsOf(brandAnalytics)}
      columns={promptColumns}
      empty={emptyText(query.data, view, 'The visibility of no prompt changed.')}
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
  );
}

export function MovedSources() {
  const { view } = useAddress();
  const query = useQuery(moversDocument, filterOf(view));
  return (
    <Card
      id="moved-sources"
      isHalf
      title="Sources that moved most"
      note="Citations against the window compared with, and the share of all citations then and now."
      query={query}
      rowsOf={({ brandAnalytics }) => sourcesOf(brandAnalytics)}
      columns={sourceColumns}
      empty={emptyText(query.data, view, 'No source is cited more or less often.')}
      footer={
        <Link to={{ page: 'sources', params: { presence: 'ALL', order: 'CHANGE', direction: 'DESC' } }}>
          All sources by change
        </Link>
      }
    >
      {({ brandAnalytics }, sources) => (
        <Ranked
          rows={sources.map(({ domain, company, citations, share, previous, isNew }) => ({
            ...domainRow(domain, { earlier: citations === 0 ? comparedOf(view) : null }),
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
  );
}

const emptyText = (data: MoversQuery | null | undefined, view: View, unchanged: string) =>
  data?.brandAnalytics?.previous?.totals.runs ? unchanged : noAnswerBefore(view);

/** The largest changes in either direction; a prompt may be among both. */
function promptsOf({ risen, fallen }: Movers) {
  const all = new Map([...risen.data, ...fallen.data].map((each) => [each.promptId, each]));
  return largest([...all.values()], ({ change }) => change ?? 0);
}

function sourcesOf({ moreCited, lessCited, previous }: Movers) {
  if (!previous?.totals.runs) return [];
  const all = new Map([...moreCited.data, ...lessCited.data].map((each) => [each.domain, each]));
  return largest([...all.values()], (each) => each.citations - each.previous.citations);
}

function shareBefore({ previous }: Movers, citations: number): number | null {
  const all = previous?.totals.citations ?? 0;
  return all === 0 ? null : citations / all;
}

function largest<Item>(items: readonly Item[], by: (item: Item) => number): readonly Item[] {
  const moved = items.filter((item) => by(item) !== 0);
  return moved.sort((one, other) => Math.abs(by(other)) - Math.abs(by(one))).slice(0, maxShown);
}
