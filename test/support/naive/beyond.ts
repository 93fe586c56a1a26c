// What GraphQL answers about a brand beyond the summary: every company's series, entries within models, certainty, and change.

import { type AnalyticsQuestion, entriesOf, stretchesOf } from './analytics.js';
import * as figures from './figures.js';
import { companiesOf, runsOf, windowBefore, windowOf } from './selection.js';
import { changeOf, type Part, robustInterval } from './statistics/certainty.js';
import type { NaiveRun, NaiveWorld } from './world.js';

export function beyondSummary(world: NaiveWorld, question: AnalyticsQuestion, level: number) {
  const runs = runsOf(world, question, windowOf(question));
  const brand = companiesOf(world, question.brandId, []).filter(({ isBrand }) => isBrand);
  const models = [...new Set(runs.map(({ model }) => model))].map((model) => ({
    model,
    ofModel: runs.filter((run) => run.model === model),
  }));
  models.sort((a, b) => b.ofModel.length - a.ofModel.length || figures.compareNames(a.model, b.model));
  return {
    visibility: { robustInterval: robustInterval(visibilityParts(runs), level) },
    shareOfVoice: {
      robustInterval: robustInterval(shareParts(runs, brand[0]), level),
      entries: entries(world, question, { runs, level }),
    },
    models: models.map(({ model, ofModel }) => ({
      model,
      robustInterval: robustInterval(visibilityParts(ofModel), level),
      entries: entries(world, question, { runs: ofModel, level }),
    })),
  };
}

/** Against the window before; where there is none, against no runs at all. */
export function changeAnswer(world: NaiveWorld, question: AnalyticsQuestion, level: number) {
  const now = runsOf(world, question, windowOf(question));
  const before = runsOf(world, question, windowBefore(windowOf(question)));
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
