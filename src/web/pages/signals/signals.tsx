// What changed in the window and is more than chance, and in how many ways it did in the windows before.

import { Link, useAddress } from '../../app/navigation.js';
import { addDays, countDays, isDay } from '../../data/days.js';
import type { Days } from '../../data/period.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, windowOf } from '../../data/view.js';
import { signalsDocument } from '../../documents/overview.js';
import type { Column } from '../../lists/column.js';
import { DataTable } from '../../lists/data-table.js';
import { Card } from '../../ui/card.js';
import { counted, dayRange, percent, points, probability, whole } from '../../ui/format.js';
import { noAnswerBefore } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { kindText, type Signal, SubjectLink, useSubjects, verbOf } from './signal-text.js';

/** Windows before the present one whose signals are counted. */
const maxWindows = 4;

export function SignalsPage() {
  const { view } = useAddress();
  const compared = comparedOf(view);
  const query = useQuery(signalsDocument, filterOf(view));
  const subjects = useSubjects();
  const columns: readonly Column<Signal>[] = [
    {
      label: 'What',
      cell: (signal) => (
        <>
          <SubjectLink signal={signal} />
          <span class="sub">{kindText(signal)}</span>
        </>
      ),
      values: { What: (signal) => subjects(signal).text, Kind: kindText },
    },
    {
      label: 'Change',
      cell: ({ difference, before, after }) => (
        <>
          {points(difference)}
          <small class="under">
            {percent(before)} → {percent(after)}
          </small>
        </>
      ),
      values: {
        Before: ({ before }) => before,
        After: ({ after }) => after,
        Change: ({ difference }) => difference,
      },
    },
    {
      label: 'By chance',
      help: 'Probability of such a change, or a larger one, if nothing had changed.',
      format: probability,
      values: { p: ({ p }) => p },
    },
    {
      label: 'Expected false',
      help: 'Of all that are listed down to here, so many are expected to be chance.',
      format: probability,
      values: { q: ({ q }) => q },
    },
  ];
  const { from, to } = windowOf(view);
  const days = countDays(from, to);
  const earlier = Array.from({ length: maxWindows }, (_, index) => ({
    from: addDays(from, -days * (index + 1)),
    to: addDays(to, -days * (index + 1)),
  })).filter((window) => isDay(window.from));
  if (!compared) return <Page title="Signals" lead="There is no window to compare with. Choose one above." />;
  return (
    <Page title="Signals" lead={`What changed compared with ${dayRange(compared)}, and is more than chance?`}>
      <Card
        id="signals"
        title="Changes that are more than chance"
        note="Every change of your visibility, of each prompt, company and source is tested; of those listed, at most 1 in 20 is expected to be chance."
        query={query}
        rowsOf={({ brandAnalytics }) => brandAnalytics.signals.data}
        totalOf={({ brandAnalytics }) => brandAnalytics.signals.total}
        columns={columns}
        empty={
          query.data?.brandAnalytics.previous?.totals.runs === 0
            ? noAnswerBefore(view)
            : query.data?.brandAnalytics.signals.tested === 0
              ? 'Too few answers to test what changed.'
              : `No change is more than chance, of ${counted(query.data?.brandAnalytics.signals.tested ?? 0, 'change')} tested.`
        }
      >
        {({ brandAnalytics: { signals } }, rows) => (
          <>
            <DataTable caption="Signals" columns={columns} rows={rows} />
            <p class="pager-count quiet">
              {whole(signals.total)} of {counted(signals.tested, 'change')} tested
              {rows.length < signals.total && `; the ${whole(rows.length)} least likely by chance are shown`}
            </p>
          </>
        )}
      </Card>
      {earlier.length > 0 && (
        <section class="card wide" aria-labelledby="history-title">
          <header class="card-head">
            <h2 id="history-title">The windows before</h2>
          </header>
          <ol class="ranked history">
            {earlier.map((window) => (
              <PastWindow key={window.from} days={window} />
            ))}
          </ol>
        </section>
      )}
    </Page>
  );
}

/** A line of the history: how many signals there were, and the first of them. */
function PastWindow({ days }: { readonly days: Days }) {
  const { view } = useAddress();
  const { data, isOfBefore, error } = useQuery(
    signalsDocument,
    filterOf({ ...view, period: days, compare: 'previous' }),
  );
  const subjects = useSubjects();
  const signals = data?.brandAnalytics.signals;
  const first = signals?.data.slice(0, 2).map((signal) => `${subjects(signal).named} ${verbOf(signal)}`) ?? [];
  const { totals, previous } = data?.brandAnalytics ?? {};
  const total =
    totals?.runs === 0
      ? 'no answers'
      : previous?.totals.runs
        ? signals?.tested === 0
          ? 'too few answers to test'
          : counted(signals?.total ?? 0, 'signal')
        : 'nothing to compare with';
  const others = (signals?.total ?? 0) - first.length;
  const more = others > 0 ? [`${whole(others)} more`] : [];
  return (
    <li class={isOfBefore ? 'waiting' : undefined} aria-busy={isOfBefore}>
      {totals?.runs === 0 ? (
        dayRange(days)
      ) : (
        <Link to={{ page: 'signals', view: { period: days, compare: 'previous' } }}>{dayRange(days)}</Link>
      )}
      <span class="quiet">{signals ? [total, ...first, ...more].join(' · ') : (error?.message ?? 'Loading …')}</span>
    </li>
  );
}
