// What a generated run is in the tables: lines of COPY, the same for every contestant that writes them.

import { createHash } from 'node:crypto';
import { literalOf, plainLiteral } from '../src/database/copy/literal.js';
import {
  competitorName,
  domainName,
  domainOf,
  firstInstant,
  pageTitle,
  pageUrl,
  queryText,
  type World,
  type WorldRun,
} from './world.js';

const labels = [null, 'positive', 'neutral', 'negative', 'mixed'];

/** Gives pages, domains and queries their numbers in the order in which they are first used, as recording does. */
export class Numbers {
  readonly pages = new Map<number, number>();
  readonly domains = new Map<number, number>();
  readonly queries = new Map<number, number>();

  page(page: number): number {
    const known = this.pages.get(page);
    if (known !== undefined) return known;
    this.pages.set(page, this.pages.size + 1);
    const domain = domainOf(page);
    if (!this.domains.has(domain)) this.domains.set(domain, this.domains.size + 1);
    return this.pages.size;
  }

  query(query: number): number {
    const known = this.queries.get(query) ?? this.queries.size + 1;
    this.queries.set(query, known);
    return known;
  }
}

/** Lines by table. */
export interface Lines {
  readonly run: string[];
  readonly answer: string[];
  readonly citation: string[];
}

export function noLines(): Lines {
  return { run: [], answer: [], citation: [] };
}

export function addLines(into: Lines, { brandId }: World, run: WorldRun, numbers: Numbers): void {
  const { id, prompt, model, companies, sentiments, positions, pages, queries } = run;
  const issued = new Set(queries.map((query) => numbers.query(query)));
  const createdAt = new Date(run.createdAt).toISOString();
  into.run.push(
    `${brandId}\t${id}\t${prompt.id}\t${createdAt}\t${model}\t${model}-provider\tt\t${pages.length}\t${plainLiteral(companies)}\t${plainLiteral(sentiments)}\t${plainLiteral(positions)}\t${plainLiteral([...issued])}\t\\N\n`,
  );
  into.answer.push(
    `${brandId}\t${id}\t\\N\t${literalOf(queries.map(queryText))}\t${JSON.stringify(assessmentsOf(run))}\n`,
  );
  for (const [index, page] of pages.entries())
    into.citation.push(`${brandId}\t${id}\t${index}\t${numbers.page(page)}\t${pageUrl(page)}\t${pageTitle(page)}\n`);
}

/** What a run says of each company that it names, and of the brand. */
export function assessmentsOf({ companies, sentiments, positions }: WorldRun): object {
  const named = companies.map((company, at) => {
    const [sentiment, position] = [labels[sentiments[at] ?? 0], positions[at] || undefined];
    return [company, { mentioned: true, probability: 0.97, sentiment, position, mentionCount: 2 }] as const;
  });
  const [first, ...others] = named;
  const isNamed = first?.[0] === 0;
  return {
    brand: isNamed ? first[1] : { mentioned: false, probability: 0.97 },
    competitors: Object.fromEntries(
      (isNamed || !first ? others : [first, ...others]).map(([company, said]) => [competitorName(company), said]),
    ),
  };
}

const titledAt = new Date(firstInstant).toISOString();

export function urlLines({ brandId }: World, { pages, domains }: Numbers): string[] {
  return [...pages].map(([page, id]) => {
    const url = pageUrl(page);
    const digest = createHash('sha256').update(url).digest('hex');
    return `${brandId}\t${id}\t${domains.get(domainOf(page))}\t\\\\x${digest}\t${url}\t${pageTitle(page)}\t${titledAt}\n`;
  });
}

export function queryLines({ brandId }: World, { queries }: Numbers): string[] {
  return [...queries].map(([query, id]) => {
    const text = queryText(query);
    const digest = createHash('sha256').update(text).digest('hex');
    return `${brandId}\t${id}\t\\\\x${digest}\t${text}\n`;
  });
}

export function domainLines({ brandId }: World, { domains }: Numbers): string[] {
  return [...domains].map(([domain, id]) => `${brandId}\t${id}\t${domainName(domain)}\n`);
}
