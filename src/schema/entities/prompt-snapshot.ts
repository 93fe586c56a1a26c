// A prompt on one local day.

import { ratio } from '../../domain/metrics.js';
import type { Prompt } from '../../loaders/entities.js';
import { checked, modelRule } from '../arguments/arguments.js';
import { modelArgument } from '../arguments/field-arguments.js';
import { withParsed } from '../arguments/parsed-arguments.js';
import { filterArgument, filterOfPrompt } from '../arguments/run-filter.js';
import { day } from '../arguments/windows.js';
import { builder } from '../builder/builder.js';
import { selectionOf } from '../builder/selection.js';
import { readablePrompt } from '../loading/access.js';
import { type Analytics, brandOverall, loadAnalytics, type Standing, standingsOf } from '../loading/analytics.js';
import { CompanyShare, SampleSize } from '../metrics/figures.js';
import { intervalField } from '../metrics/interval.js';
import { modelsField } from '../metrics/model-analytics.js';
import { Range } from '../metrics/range.js';
import { shareSample } from '../metrics/share-of-voice.js';
import { Totals } from '../metrics/totals.js';
import { visibilitySample } from '../metrics/visibility.js';

interface Snapshot extends Analytics {
  readonly prompt: Prompt;
  readonly date: string;
  readonly timeZone: string;
}

const SnapshotCompetitor = builder.objectRef<Standing>('SnapshotCompetitor').implement({
  description: 'A company other than the brand: a tracked competitor, or another company named in the runs.',
  interfaces: [CompanyShare, SampleSize],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the company.' }),
    mentions: t.exposeInt('mentions', { description: 'Runs that mention the company.' }),
    share: t.exposeFloat('share', {
      nullable: true,
      description:
        'Its mentions / the mentions of all companies including the brand, a fraction in [0, 1]; null if no company is mentioned.',
    }),
    runs: t.exposeInt('runs', { description: 'Runs counted.' }),
    allMentions: t.exposeInt('allMentions', {
      description: 'Mentions of all companies, the denominator of the share.',
    }),
    interval: intervalField(t, 'share', shareSample),
  }),
});

const PromptSnapshot = builder.objectRef<Snapshot>('PromptSnapshot').implement({
  description: 'The figures of the runs of one prompt on one local day. Only selected fields are computed.',
  fields: (t) => ({
    promptId: t.id({ description: 'Identifier of the prompt.', resolve: ({ prompt }) => prompt.id }),
    brandId: t.id({ description: 'Identifier of its brand.', resolve: ({ brand }) => brand.id }),
    prompt: t.string({ description: 'Text of the prompt.', resolve: ({ prompt }) => prompt.text }),
    date: t.expose('date', { type: 'Date', description: 'The calendar day.' }),
    timeZone: t.expose('timeZone', { type: 'TimeZone', description: 'The time zone of the day.' }),
    range: t.field({ type: Range, description: 'The instants of the day.', resolve: ({ window }) => window }),
    runs: t.int({
      description: 'Runs of the day.',
      needs: ['sums'],
      resolve: (snapshot) => brandOverall(snapshot).runs,
    }),
    brandMentions: t.int({
      description: 'Runs that mention the brand.',
      needs: ['sums'],
      resolve: (snapshot) => brandOverall(snapshot).sums.mentions,
    }),
    visibility: t.float({
      nullable: true,
      description: '`brandMentions` / `runs`, a fraction in [0, 1]; null if there are no runs.',
      needs: ['sums'],
      resolve: (snapshot) => {
        const { part, whole } = visibilitySample(brandOverall(snapshot));
        return ratio(part, whole);
      },
    }),
    interval: intervalField(t, 'visibility', (snapshot) => visibilitySample(brandOverall(snapshot)), 'sums'),
    competitors: t.field({
      type: [SnapshotCompetitor],
      description: 'All companies except the brand, by mentions descending, then by name.',
      needs: ['sums'],
      cost: { size: 'companies' },
      resolve: (snapshot) => standingsOf(snapshot).filter(({ isBrand }) => !isBrand),
    }),
    models: modelsField(t),
    totals: t.field({ type: Totals, description: 'Counts over all runs.', resolve: (snapshot) => snapshot }),
  }),
});

builder.queryField('promptSnapshot', (t) =>
  t.field({
    type: PromptSnapshot,
    nullable: true,
    description: 'A prompt on one local day.',
    cost: { isRead: true, subject: 'promptId' },
    args: t.validate(
      {
        promptId: t.arg.id({ required: true, description: 'UUID of the prompt.' }),
        date: t.arg({ type: 'Date', required: true, description: 'The calendar day, `YYYY-MM-DD`.' }),
        timeZone: t.arg({ type: 'TimeZone', description: 'Time zone of the day; default: UTC.' }),
        model: modelArgument(t),
        filter: filterArgument(t),
      },
      withParsed(checked('promptId', 'timeZone', 'model'), {
        day,
        filter: filterOfPrompt,
      }),
    ),
    rules: [modelRule],
    resolve: async (_root, { promptId, day: asked, model, filter, timeZone }, ctx, info): Promise<Snapshot> => {
      const { date, ...window } = asked;
      const { prompt, brand } = await readablePrompt(ctx, promptId);
      const scope = { brand, window, compared: null, tags: [], filter, promptId, model, timeZone };
      return { ...(await loadAnalytics(ctx, scope, selectionOf(info))), prompt, date, timeZone: timeZone ?? 'UTC' };
    },
  }),
);
