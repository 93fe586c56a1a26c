// Which periods of the sources of scans are in memory, and which have to be fetched, each once for all scans that need it.

import { at, made } from '../../domain/counts/maps.js';
import type { Pause } from '../../domain/pause.js';
import type { Cached, TileCache } from '../kept/tile-cache.js';
import { isWholeInTurns } from '../packed/bytes.js';
import { rangesOf } from '../packed/cover.js';
import { dayOf, monthLevel, periodOf, type Range, startOf } from '../packed/levels.js';
import { everyPrompt } from '../stored/scopes.js';
import { scopesMonth } from '../stored/stamps.js';
import type { Running } from './reading.js';
import type { Accumulator, Source, StoredRow } from './scan.js';

/** Who needs a source, and under which names it keeps what it finds. */
interface Taker {
  readonly running: Running;
  readonly names: readonly string[];
}

/** Periods of a source that are to be fetched, by those who need each. */
export interface MissingSource {
  readonly brandId: string;
  readonly source: Source;
  readonly takers: Map<number, Taker[]>;
}

/** So many periods are added faster one by one than looked up as one. */
const fewPeriods = 4;

const noColumns: ReadonlySet<number> = new Set();

/** Where rows come in the order of chunks, those of all periods belong together: they are missing under this number. */
const allPeriods = 0;

export class Missing {
  private readonly found = new Map<string, MissingSource>();

  constructor(
    private readonly cache: TileCache | null,
    private readonly pause: Pause,
  ) {}

  /** Adds to a scan what is in memory of it, and remembers the rest. */
  async find(running: Running): Promise<void> {
    const { brandId } = running.scan.set;
    for (const source of running.plan.sources) {
      const taker = { running, names: running.into.namesOf(source) };
      const { takers } = at(this.found, keyOf(brandId, source), () => ({ brandId, source, takers: new Map() }));
      if (isByChunk(source)) made(takers, allPeriods, Array).push(taker);
      for (const { first, last } of isByChunk(source) ? [] : source.ranges) {
        const found: DecodedPeriod[] = [];
        let missing = 0;
        for (let period = first; period <= last; period++) {
          const cached = this.cachedOf(taker, source, period);
          if (cached) found.push({ source, period, cached });
          else missing = made(takers, period, Array).push(taker);
          if (this.pause.isDue()) await this.pause.take();
        }
        for (const ofMonth of byMonth(found))
          await this.addEach(running, ofMonth, missing > 0 ? noColumns : this.addUnited(taker, ofMonth));
      }
    }
  }

  /** Adds all columns but `added`. */
  private async addEach({ into }: Running, found: readonly DecodedPeriod[], added: ReadonlySet<number>): Promise<void> {
    for (const { source, period, cached } of found) {
      if (cached.length === added.size) continue;
      const left = added.size === 0 ? cached : cached.map((column, place) => (added.has(place) ? null : column));
      await into.add(source, period, left, this.pause);
      if (this.pause.isDue()) await this.pause.take();
    }
  }

  /** Adds columns of periods as one where they are kept so: from the second time that just these are asked for. Returns their places. */
  private addUnited({ running }: Taker, found: readonly DecodedPeriod[]): ReadonlySet<number> {
    const [first, last] = [found[0], found.at(-1)];
    if (!this.cache || !first || !last || found.length < fewPeriods) return noColumns;
    const { source, period } = first;
    const stamp = stampOf(running, source, { first: period, last: last.period });
    if (stamp === null) return noColumns;
    const merging = running.into.merging?.(source);
    if (!merging) return noColumns;
    const key = nameOf(running, { source, period: `${period}-${last.period}`, name: merging.name });
    const known = this.cache.get(key, stamp);
    const merged = known === null ? merging.merge(found.map(({ cached }) => cached)) : known;
    this.cache.set(key, stamp, merged ?? null);
    if (!merged) return noColumns;
    merging.add(merged);
    return merging.columns;
  }

  /** What is to be fetched: no period that is in memory. */
  get sources(): readonly MissingSource[] {
    // What comes in the order of chunks is counted chunk by chunk: all cells come before it.
    const left = [...this.found.values()]
      .filter(({ takers }) => takers.size > 0)
      .sort((a, b) => Number(isByChunk(a.source)) - Number(isByChunk(b.source)));
    return left.map((missing) => {
      const periods = [...missing.takers.keys()].sort((a, b) => a - b);
      const ranges = isByChunk(missing.source) ? missing.source.ranges : rangesOf(periods);
      return { ...missing, source: { ...missing.source, ranges } };
    });
  }

  /** Adds the rows of a period, or of a chunk, to all who need them, and keeps what they say. Returns the stored periods of damaged rows. */
  async add(missing: MissingSource, { period, rows }: PeriodRows): Promise<readonly number[]> {
    const { source, takers } = missing;
    const decoded = new Map<string, ReturnType<Accumulator['decode']>>();
    const found = this.takersOf(missing, period);
    const [first] = found;
    if (!first) return [];
    if (!isByChunk(source)) takers.delete(period);
    const addAll = async () => {
      for (const taker of found) {
        const { into } = taker.running;
        // Others that were reading the same may have kept it meanwhile.
        const known = isByChunk(source) ? null : this.cachedOf(taker, source, period);
        const decode = () => into.decode(source, period, rows, this.pause);
        const cached = known ?? (await at(decoded, taker.names.join(), decode));
        if (this.pause.isDue()) await this.pause.take();
        await into.add(source, period, cached, this.pause);
        if (!known) this.keep(taker, { source, period, cached });
      }
    };
    if (await isWholeInTurns(addAll())) return [];
    const damaged: StoredRow[] = [];
    for (const row of rows)
      if (!(await isWholeInTurns(this.tryRow(first.running, source, { period, row })))) damaged.push(row);
    return [...new Set((damaged.length > 0 ? damaged : rows).map((row) => row.period))];
  }

  private keep({ running, names }: Taker, { source, period, cached }: DecodedPeriod): void {
    const stamp = isByChunk(source) ? null : stampOf(running, source, { first: period, last: period });
    if (stamp === null) return;
    for (const [index, name] of names.entries())
      this.cache?.set(nameOf(running, { source, period, name }), stamp, cached[index] ?? null);
  }

  /** Remembers of the periods that are still missing that there are no rows. */
  async addEmpty(sources: readonly MissingSource[]): Promise<void> {
    if (!this.cache) return;
    for (const { source, takers } of sources) {
      if (isByChunk(source)) continue;
      for (const [period, found] of takers) {
        for (const taker of found) {
          const cached = await taker.running.into.decode(source, period, [], this.pause);
          this.keep(taker, { source, period, cached });
        }
        if (this.pause.isDue()) await this.pause.take();
      }
    }
  }

  /** Those who need a period, or any chunk. */
  takersOf({ source, takers }: MissingSource, period: number): readonly Taker[] {
    return takers.get(isByChunk(source) ? allPeriods : period) ?? [];
  }

  /** What is in memory of a period; `null`: not all of it is. */
  private cachedOf({ running, names }: Taker, source: Source, period: number): readonly (Cached | null)[] | null {
    if (!this.cache) return null;
    const stamp = stampOf(running, source, { first: period, last: period });
    // Nothing was ever rolled of the month.
    if (stamp === null) return [];
    const cached: (Cached | null)[] = [];
    for (const name of names) {
      const known = this.cache.get(nameOf(running, { source, period, name }), stamp);
      if (known === undefined) return null;
      cached.push(known);
    }
    return cached;
  }

  /** Decodes one row as if it were alone. Throws `CorruptBlock`. */
  private async tryRow({ scan, plan }: Running, source: Source, { period, row }: OneRow): Promise<void> {
    const into = scan.create(plan.runs);
    await into.add(source, period, await into.decode(source, period, [row], this.pause), this.pause);
  }
}

/** The rows of one period, or of one chunk. */
export interface PeriodRows {
  readonly period: number;
  readonly rows: readonly StoredRow[];
}

interface DecodedPeriod {
  readonly source: Source;
  readonly period: number;
  readonly cached: readonly (Cached | null)[];
}

/** Each month has a stamp of its own: periods of several are never one. */
function byMonth(found: readonly DecodedPeriod[]): Iterable<readonly DecodedPeriod[]> {
  const months = new Map<number, DecodedPeriod[]>();
  for (const each of found)
    made(months, periodOf(startOf(each.period, each.source.level), monthLevel), Array).push(each);
  return months.values();
}

/** Whether the rows of a source come in the order of chunks, and not of periods. */
export function isByChunk(source: Source): boolean {
  return source.from === 'chunks' && source.isByChunk;
}

/** Equal for those who may share what is fetched. */
function keyOf(brandId: string, source: Source): string {
  const { ranges, ...rest } = source;
  return JSON.stringify([brandId, rest, isByChunk(source) ? ranges : null]);
}

interface KeptName extends Pick<DecodedPeriod, 'source'> {
  /** Of several, the first and the last. */
  readonly period: number | string;
  readonly name: string;
}

/** The brand comes last, because its id can hold any character. */
function nameOf({ scan }: Running, { source: { from, level }, period, name }: KeptName): string {
  return `${from} ${name} ${level} ${period} ${scan.set.brandId}`;
}

/** The stamp of what is stored of periods of one month, and of the scopes where they are not all prompts; `null`: nothing is. */
function stampOf({ state: { stamps } }: Running, source: Source, { first, last }: Range): string | null {
  const { level } = source;
  const start = startOf(first, level);
  const found = stamps.get(periodOf(start, monthLevel));
  if (!found) return null;
  const stamp = level === monthLevel ? found.ofMonth : found.ofDays(dayOf(start), dayOf(startOf(last, level)));
  const isOfScopes = source.from === 'tiles' && source.scopes[0] !== everyPrompt;
  return isOfScopes ? `${stamp} ${stamps.get(scopesMonth)?.ofMonth}` : stamp;
}

interface OneRow {
  readonly period: number;
  readonly row: StoredRow;
}
