// One run as it is answered, and the pages in which runs are listed. Instants are epoch milliseconds.

import type { SentimentLabel } from './company-sums.js';
import type { Window } from './window.js';

/** Names a run: its id is unique within its brand only. */
export interface RunKey {
  readonly brandId: string;
  readonly runId: string;
}

/** A run without what it says at length. */
export interface Run {
  readonly brandId: string;
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly provider: string;
  readonly webSearchEnabled: boolean;
  readonly brandMentioned: boolean;
  /** In the order in which the run lists them; `null`: there are more than were allowed to be read. */
  readonly competitorsMentioned: readonly string[] | null;
  /** Every occurrence counted. */
  readonly citationCount: number;
  readonly createdAt: number;
}

/** What a run says about one company; `null`: not known, or not applicable because the company is not mentioned. */
export interface Assessment {
  readonly mentioned: boolean;
  readonly probability: number | null;
  readonly reason: string | null;
  readonly sentiment: SentimentLabel | null;
  readonly sentimentProbabilities: Readonly<Record<string, number>>;
  /** At least 1: the rank among the companies named. */
  readonly position: number | null;
  readonly mentionCount: number | null;
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

/** Where a run stands among others: newest first, equal instants by id, descending. */
export type RunPlace = Pick<Run, 'createdAt' | 'id'>;

/** One page of a prompt's runs in a window, newest first; equal instants by id, descending. */
export interface PageAsk {
  readonly brandId: string;
  readonly promptId: string;
  readonly window: Window;
  readonly model: string | null;
  /** From 1. */
  readonly page: number;
  /** Runs on a page, at least 1. */
  readonly limit: number;
  /** The page begins after this place, and `page` is 1; `null`: it begins where `page` says. */
  readonly after: RunPlace | null;
  /** What is read: the runs of the page, the number of runs on all pages, where the next page begins. */
  readonly parts: ReadonlySet<PagePart>;
}

export type PagePart = 'rows' | 'total' | 'next';

/** A part that was not asked for is `null`. */
export interface RunPage {
  readonly rows: readonly Run[] | null;
  readonly total: number | null;
  /** The place after which the next page begins; `null` also where no run is older. */
  readonly next: RunPlace | null;
}
