// One run as in responses, and pages of runs. Instants are epoch milliseconds.

import type { SentimentLabel } from './company-sums.js';
import type { NamedItem } from './lists/items.js';
import type { Channel } from './selection/channel.js';
import type { RunSet } from './summary.js';

/** Identifies a run: its id is unique only within its brand. */
export interface RunKey {
  readonly brandId: string;
  readonly runId: string;
}

/** A run without its long texts. */
export interface Run extends Channel {
  readonly brandId: string;
  readonly id: string;
  readonly promptId: string;
  readonly brandMentioned: boolean;
  /** In the order in which the run lists them; `null`: there are more than may be read. */
  readonly competitorsMentioned: readonly string[] | null;
  /** Every occurrence counted. */
  readonly citationCount: number;
  readonly createdAt: number;
}

/** The assessment of one company by a run; `null`: not known, or not applicable because the company is not mentioned. */
export interface Assessment {
  readonly mentioned: boolean;
  readonly probability: number | null;
  readonly reason: string | null;
  readonly sentiment: SentimentLabel | null;
  readonly sentimentProbabilities: Readonly<Partial<Record<SentimentLabel, number>>>;
  /** At least 1: the rank among the companies named. */
  readonly position: number | null;
  readonly mentionCount: number | null;
}

/** An assessment of which some things are known. */
export function assessmentOf(known: Partial<Assessment>): Assessment {
  return {
    mentioned: known.mentioned ?? false,
    probability: known.probability ?? null,
    reason: known.reason ?? null,
    sentiment: known.sentiment ?? null,
    sentimentProbabilities: (known.mentioned && known.sentimentProbabilities) || {},
    position: known.position ?? null,
    mentionCount: known.mentionCount ?? null,
  };
}

/** An assessment of which nothing but the mention is known. */
export function bareAssessment(mentioned: boolean): Assessment {
  return assessmentOf({ mentioned });
}

/** A run's assessments and web queries. */
export interface RunDetails {
  readonly webQueries: readonly string[];
  readonly assessments: {
    readonly brand: Assessment | null;
    readonly competitors: Readonly<Record<string, Assessment>>;
  };
}

/** A cited page as it was recorded; `index` counts from 0 in the order of citation, `domain` is the host without a leading `www.`. */
export interface Citation {
  readonly index: number;
  readonly url: string;
  readonly domain: string;
  readonly title: string | null;
}

/** The place of a run in the order: newest first, equal instants by id, descending. */
export type RunPlace = Pick<Run, 'createdAt' | 'id'>;

/** One page of a brand's runs in a window, newest first; equal instants by id, descending. */
export interface PageAsk extends RunSet {
  /** Only runs that mention the company of this name; `null`: no filter. */
  readonly company: string | null;
  /** Only runs that cite or issue each of these. */
  readonly items: readonly NamedItem[];
  /** Only runs with this sentiment: towards the company, or towards the brand where none is named. */
  readonly sentiment?: SentimentLabel | null;
  /** Only runs whose answer has this somewhere in its text, in any case. */
  readonly search?: string | null;
  /** Runs on a page, at least 1. */
  readonly limit: number;
  /** From 1; 1 where there is an `after`. */
  readonly page: number;
  /** The page starts after this place; `null`: with the first run. */
  readonly after: RunPlace | null;
  /** What to read: the runs of the page, the number of runs on all pages, the start of the next page. */
  readonly parts: ReadonlySet<PagePart>;
}

export const pageParts = ['rows', 'total', 'next'] as const;
export type PagePart = (typeof pageParts)[number];

/** A part that was not requested is `null`. */
export interface RunPage {
  readonly rows: readonly Run[] | null;
  readonly total: number | null;
  /** The place after which the next page starts; `null` also if no run is older. */
  readonly next: RunPlace | null;
}
