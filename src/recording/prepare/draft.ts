// Drafts of runs: rows that are complete except for the brand and its numbers, which are not known yet. Pure.

import { literalOf } from '../../database/copy/literal.js';
import type { Channel } from '../../domain/selection/channel.js';
import type { Fault } from '../../errors.js';
import { digestOfQuery, digestOfUrl, normalisedQuery, Texts } from './distinct.js';
import {
  type MentionFields,
  type Mentions,
  mentionsOf,
  missingMentionFaults,
  namedIn,
  needsAnswerText,
} from './mentions.js';
import type { RecordOf } from './records.js';
import { column, SheetWriter } from './sheet.js';

/** A run of a batch. */
export interface Draft {
  readonly type: 'run';
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  /** The index of its channel in `channels`. */
  readonly channel: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The competitors that its fields say are mentioned. */
  readonly named: readonly string[];
  /** Its mentions; or why they cannot be determined; or the fields they are derived from once its brand is known. */
  readonly mentions: Mentions | { readonly faults: readonly Fault[] } | { readonly fields: MentionFields };
  /** Its row in the sheets of runs and answers. */
  readonly row: number;
  /** Its first row in the sheet of citations. */
  readonly citedFrom: number;
  /** The row after its last one in the sheet of citations. */
  readonly citedTo: number;
  /** Where its queries are among `issued`: from, and to before. */
  readonly issuedFrom: number;
  readonly issuedTo: number;
}

/** Writes the drafts of one batch. */
export class Drafts {
  private readonly runs = new SheetWriter();
  private readonly channels = new Texts();
  private readonly answers = new SheetWriter();
  private readonly citations = new SheetWriter();
  private readonly cited: number[] = [];
  private readonly urls = new Texts();
  private readonly domains: string[] = [];
  private readonly titled: number[] = [];
  private readonly titles = new Texts();
  private readonly issued: number[] = [];
  private readonly queries = new Texts();

  add(run: RecordOf<'run'>): Draft {
    const { type, id, promptId, model, createdAt, citations } = run;
    const [row, citedFrom, issuedFrom] = [this.runs.rows, this.citations.rows, this.issued.length];
    const { mentions, assessments } = draftMentions(run);
    const { provider, webSearchEnabled, market } = run;
    const channel = this.channels.add(JSON.stringify({ model, provider, webSearchEnabled, market }));
    const columns = `${column(model)}\t${column(provider)}\t${webSearchEnabled}\t${column(market)}`;
    this.runs.row(`${id}\t${promptId}\t${new Date(createdAt).toISOString()}\t${columns}\t${citations.length}`);
    const known = assessments === null ? '' : `\t${column(assessments)}`;
    this.answers.row(`${id}\t${column(run.answer)}\t${column(literalOf(run.webQueries))}${known}`);
    for (const [index, { url, title }] of citations.entries()) {
      this.citations.row(`${id}\t${index}\t${column(url.raw)}\t${column(title)}`);
      const page = this.urls.add(url.page.url);
      this.domains[page] ??= url.page.domain;
      this.cited.push(page);
      this.titled.push(title === null ? 0 : this.titles.add(title) + 1);
    }
    const issued = run.webQueries.map((query) => this.queries.add(normalisedQuery(query)));
    for (const query of new Set(issued)) this.issued.push(query);
    const ranges = { row, citedFrom, citedTo: this.citations.rows, issuedFrom, issuedTo: this.issued.length };
    return { type, id, promptId, model, channel, createdAt, named: namedIn(run), mentions, ...ranges };
  }

  finish() {
    const [urls, queries] = [this.urls.texts, this.queries.texts];
    return {
      /** id, prompt_id, created_at, model, provider, web_search_enabled, market, citation_count */
      runs: this.runs.finish(),
      /** Distinct. */
      channels: this.channels.texts.map((text): Channel => JSON.parse(text)),
      /** run_id, text, web_queries, and assessments if the mentions are known. */
      answers: this.answers.finish(),
      /** run_id, index, url, title */
      citations: this.citations.finish(),
      /** Parallel to the rows of citations: the index of the cited page in `pages`. */
      cited: Uint32Array.from(this.cited),
      /** Distinct pages in the order of their first citation, as parallel lists. A digest is unique within a brand. */
      pages: { urls, domains: this.domains, digests: urls.map(digestOfUrl) },
      /** Parallel to the rows of citations: the index of the title in `titles`, plus 1; 0 for none. */
      titled: Uint32Array.from(this.titled),
      /** Distinct titles. */
      titles: this.titles.texts,
      /** The queries of each run, each once, as indexes in `queries`. */
      issued: Uint32Array.from(this.issued),
      /** Distinct queries, normalised, in the order of their first occurrence, as parallel lists. A digest is unique within a brand. */
      queries: { texts: queries, digests: queries.map(digestOfQuery) },
    };
  }
}

/** The rows of the drafts of a batch, without the columns that depend on the brand. */
export type Rows = Readonly<ReturnType<Drafts['finish']>>;

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
