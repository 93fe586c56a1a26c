// One run. Its answer, assessments, web queries and citations are read only if selected, for all runs of a request at once.

import { refuse } from '../../domain/budget.js';
import type { Citation as CitationRow, Run as RunRow } from '../../domain/run.js';
import { AppError } from '../../errors.js';
import { checked } from '../arguments/arguments.js';
import { nestedRule } from '../arguments/nested-arguments.js';
import { builder } from '../builder/builder.js';
import { instantField } from '../builder/scalars.js';
import { readablePrompt } from '../loading/access.js';
import { Assessments } from './assessment.js';

const AnswerText = builder.objectRef<{ readonly text: string | null }>('Answer').implement({
  description: 'The answer of a model.',
  fields: (t) => ({
    text: t.exposeString('text', {
      nullable: true,
      description: 'The full text of the answer; null if it was not recorded.',
    }),
  }),
});

const Citation = builder.objectRef<CitationRow>('Citation').implement({
  description: 'A page cited in an answer.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index among the citations of the answer, from 0.' }),
    url: t.exposeString('url', { description: 'URL of the page, as recorded.' }),
    domain: t.exposeString('domain', { description: 'Host of the page, without a leading `www.`.' }),
    title: t.exposeString('title', { nullable: true, description: 'Title of the page; null if unknown.' }),
  }),
});

const keyOf = ({ brandId, id }: RunRow) => ({ brandId, runId: id });

export const Run = builder.objectRef<RunRow>('Run').implement({
  description:
    'One answer of a model to a prompt at an instant. Its `id` is unique within its brand only: a cache identifies a run by `brandId` and `id`.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, a UUID; unique within the brand.' }),
    promptId: t.exposeID('promptId', { description: 'Identifier of the prompt, a UUID.' }),
    brandId: t.exposeID('brandId', { description: 'Identifier of the brand.' }),
    model: t.exposeID('model', { description: 'Identifier of the model that answered.' }),
    provider: t.exposeString('provider', { description: 'The provider of the model.' }),
    webSearchEnabled: t.exposeBoolean('webSearchEnabled', { description: 'Whether the model could search the web.' }),
    market: t.exposeString('market', {
      nullable: true,
      description: 'The market that it was asked in, such as US, de-DE or London; null: none was recorded.',
    }),
    brandMentioned: t.exposeBoolean('brandMentioned', { description: 'Whether the answer mentions the brand.' }),
    competitorsMentioned: t.stringList({
      description: 'Names of the competitors mentioned in the answer.',
      resolve: ({ competitorsMentioned }, _args, { budget }) =>
        competitorsMentioned ?? refuse(budget, budget.remainingBytes() + 1),
    }),
    assessments: t.field({
      type: Assessments,
      description: 'The assessments of the brand and its competitors.',
      cost: { price: { base: 2 } },
      resolve: async (run, _args, ctx) => {
        const { assessments } = await ctx.loaders.details.load(keyOf(run));
        return { assessments, brandMentioned: run.brandMentioned };
      },
    }),
    webQueries: t.stringList({
      description: 'Web search queries that the model issued.',
      cost: { price: { base: 2 } },
      resolve: async (run, _args, ctx) => (await ctx.loaders.details.load(keyOf(run))).webQueries,
    }),
    citationCount: t.exposeInt('citationCount', {
      description: 'Number of citations in the answer, counting every occurrence.',
    }),
    createdAt: instantField(t, 'When the answer was given.', ({ createdAt }) => createdAt),
    answer: t.field({
      type: AnswerText,
      description: 'The answer.',
      cost: { price: { base: 20 } },
      resolve: async (run, _args, ctx) => ({ text: await ctx.loaders.text.load(keyOf(run)) }),
    }),
    citations: t.field({
      type: [Citation],
      description: 'The citations of the answer, in order.',
      cost: { price: { base: 5 } },
      resolve: (run, _args, ctx) => ctx.loaders.citations.load(keyOf(run)),
    }),
  }),
});

builder.queryField('promptRun', (t) =>
  t.field({
    type: Run,
    nullable: true,
    description: 'One run of a prompt.',
    cost: { isRead: true, subject: 'promptId' },
    args: t.validate(
      {
        promptId: t.arg.id({ required: true, description: 'UUID of the prompt.' }),
        runId: t.arg.id({ required: true, description: 'UUID of the run.' }),
      },
      checked('promptId', 'runId'),
    ),
    rules: [nestedRule],
    resolve: async (_root, { promptId, runId }, ctx) => {
      const { brand } = await readablePrompt(ctx, promptId);
      const run = await ctx.loaders.run.load({ brandId: brand.id, runId });
      if (run?.promptId === promptId) return run;
      throw new AppError('not_found', `There is no run "${runId}" of prompt "${promptId}" that this key may read.`);
    },
  }),
);
