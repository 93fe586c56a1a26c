// Companies by model: how many of a model's answers mention each.

import { useState } from 'preact/hooks';
import { useAddress } from '../../app/navigation.js';
import { Matrix } from '../../charts/matrix.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import { companyModelsDocument } from '../../documents/competitors.js';
import type { CompanyModelsQuery } from '../../documents/generated/competitors.js';
import { Card } from '../../ui/card.js';
import { counted, roundedPercent, whole } from '../../ui/format.js';

type Models = Complete<CompanyModelsQuery>['brandAnalytics'];

const firstShown = 12;

export function CompanyModels() {
  const { view } = useAddress();
  const query = useQuery(companyModelsDocument, runsOf(view));
  return (
    <Card
      id="company-models"
      size="wide"
      title="Companies by model"
      note="Share of each model’s answers that mention a company. Click a figure to read those answers. Where a model gave few answers, look at their number."
      query={query}
      isEmpty={({ brandAnalytics }) => brandAnalytics.models.length === 0}
      empty="No model has answers in this window."
      hasPicture
      table={({ brandAnalytics }) => tableOf(brandAnalytics)}
    >
      {({ brandAnalytics }) => <Cells {...brandAnalytics} />}
    </Card>
  );
}

function Cells({ shareOfVoice, models }: Models) {
  const { hrefTo } = useAddress();
  const [isWhole, setWhole] = useState(false);
  const { entries } = shareOfVoice;
  const shown = entries.filter(({ isBrand }, index) => isWhole || isBrand || index < firstShown);
  const mentions = models.map((model) => new Map(model.entries.map(({ name, mentions }) => [name, mentions])));
  return (
    <>
      <Matrix
        label="Share of each model’s answers that mention a company"
        columns={models.map(({ model, label, runs }) => ({ id: model, label: `${label} (${whole(runs)})` }))}
        rows={shown.map(({ name, isBrand }) => ({
          id: name,
          label: name,
          isStrong: isBrand,
          cells: models.map(({ model, label, runs }, index) => {
            const count = mentions[index]?.get(name) ?? 0;
            const value = runs === 0 ? null : count / runs;
            return {
              value,
              text: value === null ? 'no data' : roundedPercent(value),
              title: `${whole(count)} of ${counted(runs, 'answer')} of ${label} mention ${name}`,
              href: hrefTo({ page: 'answers', params: { company: name }, view: { model } }),
            };
          }),
        }))}
      />
      {shown.length < entries.length && (
        <p class="spaced">
          <button type="button" class="link" onClick={() => setWhole(true)}>
            Show all {entries.length} companies
          </button>
        </p>
      )}
    </>
  );
}

function tableOf({ shareOfVoice, models }: Models) {
  return {
    columns: ['Company', ...models.map(({ label, runs }) => `${label}, mentions in ${counted(runs, 'answer')}`)],
    rows: shareOfVoice.entries.map(({ name }) => [
      name,
      ...models.map(({ entries }) => entries.find((entry) => entry.name === name)?.mentions ?? 0),
    ]),
  };
}
