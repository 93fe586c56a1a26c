// Drafts of runs: rows that are complete except for the brand and its numbers, which are not known yet. Pure.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { literalOf } from '../../database/copy/literal.js';
import type { Page } from '../../domain/url.js';
import type { Fault } from '../../errors.js';
import {
  type MentionFields,
  type Mentions,
  mentionsOf,
  missingMentionFaults,
  namedIn,
  needsAnswerText,
} from './mentions.js';
import type { RecordOf } from './records.js';
import { column, type Sheet, SheetWriter } from './sheet.js';

/** A run of a batch. */
export interface Draft {
  readonly type: 'run';
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Every competitor named in its fields, mentioned or not. */
  readonly named: readonly string[];
  /** Its mentions; or why they cannot be determined; or the fields they are derived from once its brand is known. */
  readonly mentions: Mentions | { readonly faults: readonly Fault[] } | { readonly fields: MentionFields };
  /** Its row in the sheets of runs and answers. */
  readonly row: number;
  /** Its first row in the sheet of citations. */
  readonly citedFrom: number;
  /** The row after its last one in the sheet of citations. */
  readonly citedTo: number;
}

/** Distinct pages in the order of their first citation, as parallel lists. */
export interface Pages {
  readonly urls: readonly string[];
  readonly domains: readonly string[];
  /** SHA-256 of each URL in hexadecimal digits, which is unique within a brand. */
  readonly digests: readonly string[];
}

/** The rows of the drafts of a batch, without the columns that depend on the brand. */
export interface Rows {
  /** id, prompt_id, created_at, model, provider, web_search_enabled, citation_count */
  readonly runs: Sheet;
  /** run_id, text, web_queries, and assessments if the mentions are known. */
  readonly answers: Sheet;
  /** run_id, index, url, title */
  readonly citations: Sheet;
  /** Parallel to the rows of citations: the index of the cited page in `pages`. */
  readonly cited: Uint32Array<ArrayBuffer>;
  readonly pages: Pages;
}

/** Most URLs occur again soon: their hashes are kept. */
const digestCache = new LRUCache<string, string>({ max: 100_000, memoMethod: (url) => hash('sha256', url, 'hex') });

/** Writes the drafts of one batch. */
export class Drafts {
  private readonly runs = new SheetWriter();
  private readonly answers = new SheetWriter();
  private readonly citations = new SheetWriter();
  private readonly cited: number[] = [];
  private readonly pages = { urls: [] as string[], domains: [] as string[], digests: [] as string[] };
  private readonly pageIndexes = new Map<string, number>();

  add(run: RecordOf<'run'>): Draft {
    const { type, id, promptId, model, createdAt, citations } = run;
    const [row, citedFrom] = [this.runs.rows, this.citations.rows];
    const { mentions, assessments } = draftMentions(run);
    this.runs.row(
      `${id}\t${promptId}\t${new Date(createdAt).toISOString()}\t${column(model)}\t${column(run.provider)}\t${run.webSearchEnabled}\t${citations.length}`,
    );
    const known = assessments === null ? '' : `\t${column(assessments)}`;
    this.answers.row(`${id}\t${column(run.answer)}\t${column(literalOf(run.webQueries))}${known}`);
    for (const [index, { url, title }] of citations.entries()) {
      this.citations.row(`${id}\t${index}\t${column(url.raw)}\t${column(title)}`);
      this.cited.push(this.pageIndex(url.page));
    }
    const citedTo = this.citations.rows;
    return { type, id, promptId, model, createdAt, named: namedIn(run), mentions, row, citedFrom, citedTo };
  }

  finish(): Rows {
    const [runs, answers, citations] = [this.runs.finish(), this.answers.finish(), this.citations.finish()];
    return { runs, answers, citations, cited: Uint32Array.from(this.cited), pages: this.pages };
  }

  private pageIndex({ url, domain }: Page): number {
    const known = this.pageIndexes.get(url);
    if (known !== undefined) return known;
    const { urls, domains, digests } = this.pages;
    const index = urls.push(url) - 1;
    domains.push(domain);
    digests.push(digestCache.memo(url));
    this.pageIndexes.set(url, index);
    return index;
  }
}

function draftMentions(run: RecordOf<'run'>): Pick<Draft, 'mentions'> & { readonly assessments: string | null } {
  const faults = missingMentionFaults(run);
  if (faults.length > 0) return { mentions: { faults }, assessments: null };
  if (!needsAnswerText(run)) {
    const { assessments, ...mentions } = mentionsOf(run, []);
    return { mentions, assessments };
  }
  const { brandMentioned, competitorsMentioned, assessments, answer } = run;
  return { mentions: { fields: { brandMentioned, competitorsMentioned, assessments, answer } }, assessments: null };
}
