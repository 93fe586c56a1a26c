// What GraphQL answers about a brand beyond the summary: every company's series, entries within models, certainty, and change.

import { type AnalyticsQuestion, brandAnalytics, entriesOf, stretchesOf } from './analytics.js';
import { type Comparison, comparedOf } from './compared.js';
import * as figures from './figures.js';
import { companiesOf, runsOf, windowOf } from './selection.js';
import { changeOf, type Part, robustInterval } from './statistics/certainty.js';
import type { NaiveRun, NaiveWorld } from './world.js';

export type ComparedQuestion = AnalyticsQuestion & Comparison;

/** The whole summary with all of it; `level` is that of intervals and of the change. `null`: there is no such brand. */
export function everything(world: NaiveWorld, question: ComparedQuestion, level: number) {
  const summary = brandAnalytics(world, question);
  if (!summary) return null;
  const runs = runsOf(world, question, windowOf(question));
  const self = { name: summary.brandName, isBrand: true };
  return {
    ...summary,
    visibility: { ...summary.visibility, robustInterval: robustInterval(visibilityParts(runs), level) },
    shareOfVoice: {
      ...summary.shareOfVoice,
      robustInterval: robustInterval(shareParts(runs, self), level),
      entries: entries(world, question, { runs, level }),
    },
    models: summary.models.map((entry) => {
      const ofModel = runs.filter(({ model }) => model === entry.model);
      return {
        ...entry,
        robustInterval: robustInterval(visibilityParts(ofModel), level),
        entries: entries(world, question, { runs: ofModel, level }),
      };
    }),
    change: changeAnswer(world, question, level),
  };
}

/** Against the compared window; where there is none, against no runs at all. */
export function changeAnswer(world: NaiveWorld, question: ComparedQuestion, level: number) {
  const now = runsOf(world, question, windowOf(question));
  const before = runsOf(world, question, comparedOf(question));
  const brand = companiesOf(world, question.brandId, []).find(({ isBrand }) => isBrand);
  return {
    visibility: changeOf(visibilityParts(before), visibilityParts(now), level),
    shareOfVoice: changeOf(shareParts(before, brand), shareParts(now, brand), level),
  };
}

interface Asked {
  readonly runs: readonly NaiveRun[];
  readonly level: number;
}

function entries(world: NaiveWorld, question: AnalyticsQuestion, { runs, level }: Asked) {
  const companies = companiesOf(world, question.brandId, runs);
  const stretches = stretchesOf(world, question, runs);
  return entriesOf(companies, runs).map((entry) => ({
    ...entry,
    series: stretches.map((each) => ({
      date: each.date,
      mentions: figures.mentionCount(each.runs, entry),
      share: figures.share(each.runs, entry, companies),
    })),
    robustInterval: robustInterval(shareParts(runs, entry), level),
  }));
}

function visibilityParts(runs: readonly NaiveRun[]): readonly Part[] {
  return byPrompt(runs).map(({ promptId, runs: own }) => ({
    promptId,
    x: own.filter(({ brandMentioned }) => brandMentioned).length,
    n: own.length,
  }));
}

function shareParts(runs: readonly NaiveRun[], company: figures.Company | undefined): readonly Part[] {
  return byPrompt(runs).map(({ promptId, runs: own }) => ({
    promptId,
    x: company ? figures.mentionCount(own, company) : 0,
    n: own.reduce((sum, run) => sum + Number(run.brandMentioned) + run.competitorsMentioned.length, 0),
  }));
}

function byPrompt(runs: readonly NaiveRun[]) {
  const ids = [...new Set(runs.map(({ promptId }) => promptId))];
  return ids.map((promptId) => ({ promptId, runs: runs.filter((run) => run.promptId === promptId) }));
}
