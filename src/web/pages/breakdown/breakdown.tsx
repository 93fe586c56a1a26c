// The answers of the window by one or two of what they differ in.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { Select } from '../../app/select.js';
import { useQuery } from '../../data/use-query.js';
import { type View, variablesOf } from '../../data/view.js';
import type { Dimension } from '../../documents/generated/pages.js';
import { breakdownDocument } from '../../documents/pages.js';
import { readChoice } from '../../lists/choice.js';
import { ListCard, useListParams } from '../../lists/list-card.js';
import { noAnswer } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { dimensionsOf, groupColumns, isOfTime, labelOfDimension, useGrouping } from './groups.js';
import { PivotCard } from './pivot.js';

export function BreakdownPage() {
  const { params, changeParams } = useAddress();
  const options = dimensionsOf(useBrand());
  const { value: rows } = readChoice(options, params.rows);
  // Two dimensions of time would not cross.
  const others = options.filter(({ value }) => value !== rows && !(isOfTime(value) && isOfTime(rows)));
  const columns = others.find(({ value }) => value === params.columns)?.value ?? '';
  const axes = [
    ['rows', 'Rows', options, rows],
    ['columns', 'Columns', [{ value: '', label: 'Figures' }, ...others], columns],
  ] as const;
  const choose = (name: string, chosen: string) =>
    changeParams({ page: undefined, order: undefined, direction: undefined, [name]: chosen || undefined });
  return (
    <Page
      title="Breakdowns"
      lead="Where are you visible, and where did that change? Choose one or two things to compare."
    >
      <div class="list-tools" data-export="no">
        {axes.map(([name, label, offered, value]) => (
          <Select
            key={name}
            id={name}
            label={label}
            isLabelled
            options={offered.map((each) => [each.value, each.label])}
            value={value}
            usual={value}
            onChange={(chosen) => choose(name, chosen)}
          />
        ))}
      </div>
      {columns ? (
        <PivotCard
          key={`${rows} ${columns}`}
          id="breakdown"
          title={`${labelOfDimension(rows)} by ${labelOfDimension(columns).toLowerCase()}`}
          by={[rows, columns]}
        />
      ) : (
        <Figures key={rows} dimension={rows} />
      )}
    </Page>
  );
}

/** All figures of each value of one dimension. */
function Figures({ dimension }: { readonly dimension: Dimension }) {
  const { view } = useAddress();
  const by = [dimension];
  const isTimed = isOfTime(dimension);
  const grouping = useGrouping();
  const columnsIn = (seen: View) => groupColumns(grouping, by, seen).filter(({ isChange }) => !isChange || !isTimed);
  const list = useListParams(columnsIn(view), isTimed ? { order: 'KEY', direction: 'ASC' } : mostAnswers);
  const query = useQuery(breakdownDocument, { ...variablesOf(view), ...list.variables, by, limit: 50 }, view);
  return (
    <ListCard
      id="breakdown"
      title={`By ${labelOfDimension(dimension).toLowerCase()}`}
      query={query}
      filters={[dimension.toLowerCase()]}
      columns={columnsIn(query.of)}
      params={list}
      listOf={({ brandAnalytics }) => brandAnalytics.breakdown}
      empty={noAnswer(view)}
      noun={['row', 'rows']}
    />
  );
}

const mostAnswers = { order: 'RUNS', direction: 'DESC' } as const;
