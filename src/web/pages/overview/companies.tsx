// Against whom, and on which model: shares of voice, and the visibility of the brand within each model.

import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { Bars } from '../../charts/bars.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { companiesDocument } from '../../documents/overview.js';
import { Card } from '../../ui/card.js';
import { counted, interval, percent, whole } from '../../ui/format.js';

const maxShown = 8;
const sure = 'The lines are 95% intervals for prompts like these.';

/** Else the brand takes the last place. */
const isAmongFirst = (all: readonly { readonly isBrand: boolean }[]) =>
  all.findIndex(({ isBrand }) => isBrand) < maxShown;

/** Both cards, of one answer. */
export function Companies() {
  const { view, hrefTo } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  const tracked = useBrand()?.competitors.length ?? 0;
  const query = useQuery(companiesDocument, filterOf(view));
  const company = (name: string) => hrefTo({ page: 'answers', params: { company: name } });
  return (
    <>
      <Card
        id="companies"
        title="Share of voice"
        note={`Mentions of each company among all mentions. ${sure}`}
        query={query}
        minHeight={`calc(${Math.min(maxShown, tracked + 1)} * var(--bar-height) + ${tracked < maxShown ? 0 : 29}px)`}
        isEmpty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0}
        empty="No company is mentioned in the answers of this window."
        hasPicture
        table={({ brandAnalytics }) => ({
          columns: ['Company', 'Share of voice', 'Mentions', 'Interval low', 'Interval high'],
          rows: brandAnalytics.shareOfVoice.entries.map(({ name, share, mentions, robustInterval }) => [
            name,
            share,
            mentions,
            robustInterval?.low ?? null,
            robustInterval?.high ?? null,
          ]),
        })}
        footer={<Link to={{ page: 'competitors' }}>All companies, over time and by model</Link>}
      >
        {({ brandAnalytics: { shareOfVoice } }) => (
          <>
            <Bars
              label="Share of voice by company"
              rows={shareOfVoice.entries
                .filter(({ isBrand }, index, all) => isBrand || index < (isAmongFirst(all) ? maxShown : maxShown - 1))
                .map(({ name, isBrand, share, mentions, robustInterval }) => ({
                  id: name,
                  label: name,
                  isStrong: isBrand,
                  value: share,
                  low: robustInterval?.low ?? null,
                  high: robustInterval?.high ?? null,
                  text: percent(share),
                  href: company(name),
                  note: `${whole(mentions)} of ${counted(shareOfVoice.allMentions, 'mention')}, 95% interval ${interval(robustInterval)}`,
                }))}
            />
            {shareOfVoice.entries.length > maxShown && (
              <p class="quiet spaced">
                {maxShown} of {counted(shareOfVoice.entries.length, 'company', 'companies')} are shown.
              </p>
            )}
          </>
        )}
      </Card>
      <Card
        id="models"
        title="Visibility by model"
        note={`Share of each model’s answers that mention ${brand}. ${sure}`}
        query={query}
        minHeight="0px"
        isEmpty={({ brandAnalytics }) => brandAnalytics.models.length === 0}
        empty="No model has answers in this window."
        hasPicture
        table={({ brandAnalytics }) => ({
          columns: ['Model', 'Visibility', 'Mentions', 'Answers', 'Interval low', 'Interval high', 'Position'],
          rows: brandAnalytics.models.map((each) => [
            each.label,
            each.visibility,
            each.brandMentions,
            each.runs,
            each.robustInterval?.low ?? null,
            each.robustInterval?.high ?? null,
            each.position.average,
          ]),
        })}
        footer={<Link to={{ page: 'competitors' }}>Companies within each model</Link>}
      >
        {({ brandAnalytics: { models } }) => (
          <Bars
            label="Visibility by model"
            rows={models.map(({ model, label, visibility, brandMentions, runs, robustInterval }) => ({
              id: model,
              label,
              isStrong: true,
              value: visibility,
              low: robustInterval?.low ?? null,
              high: robustInterval?.high ?? null,
              text: percent(visibility),
              href: hrefTo({ page: 'answers', params: { outcome: 'MENTIONED' }, view: { model } }),
              note: `${whole(brandMentions)} of ${counted(runs, 'answer')}, 95% interval ${interval(robustInterval)}`,
            }))}
          />
        )}
      </Card>
    </>
  );
}
