// Every company over time. The brand and the most mentioned are drawn; the others can be added.

import { useState } from 'preact/hooks';
import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { Swatch } from '../../charts/identity.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf, runsOf, usualBucket, windowOf } from '../../data/view.js';
import type { CompanyTrendQuery } from '../../documents/generated/pages.js';
import { companyTrendDocument, standingsDocument } from '../../documents/pages.js';
import { ParamChoice, readChoice } from '../../lists/choice.js';
import { ChartCard } from '../../ui/chart-card.js';
import { axisPercent, dayRange, percent, word } from '../../ui/format.js';
import { namesNobody } from '../../ui/notice.js';

type Trend = CompanyTrendQuery['brandAnalytics'];

type Company = ReturnType<typeof companiesOf>[number];

const figures = [
  { value: 'share', label: 'Share of voice', help: 'Mentions of each company among all mentions' },
  { value: 'visibility', label: 'Visibility', help: 'Share of answers that mention each company' },
] as const;

/** Shown without a choice, besides the brand. */
const defaultShown = 5;
/** Offered at first, besides those that are shown. */
const firstOffered = 12;
/** More lines at a time are not told apart. */
const maxShown = 14;

export function CompanyTrend() {
  const { view, params } = useAddress();
  const standings = useQuery(standingsDocument, filterOf(view));
  const usual = usualBucket(view, standings.data?.brandAnalytics.totals.runs ?? null);
  const bucket = view.bucket ?? usual;
  const { value: figure, label, help } = readChoice(figures, params.figure);
  // In the same order in every window.
  const tracked = useBrand()?.competitors.map(({ name }) => name) ?? [];
  const variables = { ...runsOf(view), timeZone: view.timeZone, bucket };
  const query = useQuery(companyTrendDocument, variables, { bucket, range: windowOf(view) });
  const companies = query.data ? companiesOf(query.data.brandAnalytics, figure, tracked) : [];
  const shown = shownOf(companies, params.show);
  return (
    <ChartCard
      id="company-trend"
      title={`${label} over time`}
      note={`${help}, per ${word(bucket)}. Few answers move a line by chance. Click a ${word(bucket)} to read its answers.`}
      query={query}
      rowsOf={({ brandAnalytics }) => brandAnalytics.visibility.series.map((each, at) => ({ ...each, at }))}
      columns={[
        { label: 'Date', value: ({ date }) => date },
        { label: 'Answers', value: ({ runs }) => runs },
        ...companies.map(({ name, values, mentions }) => ({
          label: name,
          values: {
            [name]: ({ at }: { readonly at: number }) => values[at] ?? null,
            [`${name}, mentions`]: ({ at }: { readonly at: number }) => mentions[at] ?? null,
          },
        })),
      ]}
      empty={() => companies.every(({ mentions }) => mentions.every((count) => count === 0)) && namesNobody}
      usualBucket={usual}
      choice={<ParamChoice label="Figure" name="figure" options={figures} />}
      chartOf={(series, { bucket, range }, daysAt) => {
        const dates = series.map(({ date }) => date);
        return {
          label: `${label} of companies by ${word(bucket)}`,
          dates,
          lines: shown.map(({ name, isBrand, identity, values }) => ({
            label: name,
            isBrand,
            identity,
            values,
            counts: series.map(({ runs }) => runs),
          })),
          format: axisPercent,
          low: 0,
          unit: 'answers',
          height: 400,
          describe: (at) => [
            dayRange(daysAt(dates[at] ?? range.from)),
            ...(companies.some(({ values }) => typeof values[at] === 'number')
              ? [...shown]
                  .sort((one, other) => (other.values[at] ?? -1) - (one.values[at] ?? -1))
                  .map(({ name, values }) => `\u2068${name}\u2069 ${percent(values[at] ?? null)}`)
              : [series[at]?.runs ? 'No company is named' : 'No answers']),
          ],
        };
      }}
    >
      <Toggles companies={companies} shown={shown} />
    </ChartCard>
  );
}

/** Which companies the chart shows. */
function Toggles({ companies, shown }: { readonly companies: readonly Company[]; readonly shown: readonly Company[] }) {
  const { params, changeParams } = useAddress();
  const [isWhole, setWhole] = useState(false);
  // In the same order in every window, so that each stays where it is.
  const offered = companies
    .filter((company) => isWhole || company.rank < firstOffered || shown.includes(company))
    .sort((one, other) => one.identity - other.identity);
  const toggle = (name: string) => {
    // Also those that no answer of this window names.
    const chosen = params.show?.split('\n').filter((each) => each.trim() !== '');
    const names = chosen ?? shown.map((company) => company.name);
    const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
    changeParams({ show: next.join('\n') || ' ' }, { replace: true });
  };
  return (
    <fieldset class="line-toggles">
      <legend class="visually-hidden">Companies of the chart</legend>
      {offered.map(({ name, isBrand, identity }) => {
        const isShown = shown.some((company) => company.name === name);
        return (
          <button
            type="button"
            class="line-toggle"
            key={name}
            aria-pressed={isShown}
            disabled={!isShown && shown.length >= maxShown}
            onClick={() => toggle(name)}
          >
            <Swatch index={identity} isBrand={isBrand} /> {name}
          </button>
        );
      })}
      {offered.length < companies.length && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          {companies.length - offered.length} more
        </button>
      )}
      {shown.length >= maxShown && <span class="quiet">{maxShown} lines at most: hide one to show another.</span>}
      {params.show !== undefined && (
        <Link class="quiet" to={{ page: 'competitors', params: { ...params, show: undefined } }}>
          Reset
        </Link>
      )}
    </fieldset>
  );
}

function companiesOf({ visibility, shareOfVoice }: Trend, figure: 'share' | 'visibility', tracked: readonly string[]) {
  const others = shareOfVoice.entries.filter(({ isBrand }) => !isBrand).map(({ name }) => name);
  const fixed = [...tracked, ...others.filter((name) => !tracked.includes(name))];
  return shareOfVoice.entries.map(({ name, isBrand, series }) => {
    const values = series.map(({ share, mentions }, at) => {
      const runs = visibility.series[at]?.runs ?? 0;
      return figure === 'share' ? share : runs === 0 ? null : mentions / runs;
    });
    return {
      name,
      isBrand,
      /** Its place among the competitors by mentions. */
      rank: others.indexOf(name),
      /** What its colour follows, whoever else is shown and whatever the window: its place among the tracked competitors by name. */
      identity: fixed.indexOf(name),
      values,
      mentions: series.map(({ mentions }) => mentions),
    };
  });
}

function shownOf(companies: readonly Company[], chosen: string | undefined): readonly Company[] {
  if (chosen === undefined) return companies.filter(({ isBrand, rank }) => isBrand || rank < defaultShown);
  const names = chosen.split('\n');
  return companies.filter(({ name }) => names.includes(name));
}
