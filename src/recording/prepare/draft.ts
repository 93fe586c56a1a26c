// Runs as far as they can be written before their brand is known: rows that only lack the brand and its numbers. Pure.

import { hash } from 'node:crypto';
import { literalOf } from '../../database/copy/literal.js';
import type { Page } from '../../domain/url.js';
import type { Fault } from '../../errors.js';
import { type Mentions, mentionsOf, namedIn, needsAnswer, type Saying, untold } from './mentions.js';
import type { RecordOf } from './records.js';
import { remembered } from './remembered.js';
import { column, type Sheet, SheetWriter } from './sheet.js';

/** A run of a batch. */
export interface Draft {
  readonly type: 'run';
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Every competitor that it names, mentioned or not. */
  readonly named: readonly string[];
  /** Whom it mentions; or why nobody can tell; or what tells it once its brand is known. */
  readonly mentions: Mentions | { readonly faults: readonly Fault[] } | { readonly saying: Saying };
  /** Which row of the sheets of runs and answers is its own. */
  readonly row: number;
  /** Its first row in the sheet of citations. */
  readonly citedFrom: number;
  /** The row of citations after its last one. */
  readonly citedTo: number;
}

/** Distinct pages, in the order in which they are first cited: parallel lists. */
export interface Pages {
  readonly urls: readonly string[];
  readonly domains: readonly string[];
  /** SHA-256 of each URL in hexadecimal digits: what makes it unique in its brand. */
  readonly digests: readonly string[];
}

/** The rows of a batch's drafts. What follows in each row depends on the brand. */
export interface Rows {
  /** id, prompt_id, created_at, model, provider, web_search_enabled, citation_count */
  readonly runs: Sheet;
  /** run_id, text, web_queries; and assessments, where mentions are known. */
  readonly answers: Sheet;
  /** run_id, index, url, title */
  readonly citations: Sheet;
  /** Parallel to the rows of citations: which of `pages` is cited. */
  readonly cited: Uint32Array<ArrayBuffer>;
  readonly pages: Pages;
}

const digestOf = remembered((url) => hash('sha256', url, 'hex'), 100_000);

/** Writes the drafts of one batch. */
export class Drafts {
  private readonly runs = new SheetWriter();
  private readonly answers = new SheetWriter();
  private readonly citations = new SheetWriter();
  private readonly cited: number[] = [];
  private readonly pages = { urls: [] as string[], domains: [] as string[], digests: [] as string[] };
  private readonly places = new Map<string, number>();

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
      this.cited.push(this.placeOf(url.page));
    }
    const citedTo = this.citations.rows;
    return { type, id, promptId, model, createdAt, named: namedIn(run), mentions, row, citedFrom, citedTo };
  }

  finish(): Rows {
    const [runs, answers, citations] = [this.runs.finish(), this.answers.finish(), this.citations.finish()];
    return { runs, answers, citations, cited: Uint32Array.from(this.cited), pages: this.pages };
  }

  private placeOf({ url, domain }: Page): number {
    const known = this.places.get(url);
    if (known !== undefined) return known;
    const { urls, domains, digests } = this.pages;
    const place = urls.push(url) - 1;
    domains.push(domain);
    digests.push(digestOf(url));
    this.places.set(url, place);
    return place;
  }
}

function draftMentions(run: RecordOf<'run'>): Pick<Draft, 'mentions'> & { readonly assessments: string | null } {
  const faults = untold(run);
  if (faults.length > 0) return { mentions: { faults }, assessments: null };
  if (!needsAnswer(run)) {
    const { assessments, ...mentions } = mentionsOf(run, []);
    return { mentions, assessments };
  }
  const { brandMentioned, competitorsMentioned, assessments, answer } = run;
  return { mentions: { saying: { brandMentioned, competitorsMentioned, assessments, answer } }, assessments: null };
}
