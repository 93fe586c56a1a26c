// Whether ratios of the same runs by prompt changed between two windows: of the mentions of each company, for instance, or of the runs that cite each
// domain. There may be a hundred thousand, most of them of few prompts: what they have in common is added up once. Pure.

import { eachCount, type PlacedCounts } from '../counts/mention-counts.js';
import { promptsOfAll } from '../lists/prompt-table.js';
import { MantelHaenszel } from './mantel-haenszel.js';
import { type Both, moveOf, type Sample } from './sample.js';
import { studentTail } from './tails.js';

/** What ratios are of, by prompt ascending. */
interface Wholes {
  readonly prompts: Int32Array;
  readonly wholes: Float64Array;
}

/** A ratio in both windows, and how likely such a difference is by chance. */
export interface TestedChange {
  readonly before: number;
  readonly after: number;
  readonly p: number;
}

/** Less than so much of what it was subtracted from is left of a sum that is too inexact. */
const leastLeft = 1e-3;

/** The prompts of both windows, and tests of ratios over them. */
export class PairedPrompts {
  /** Prompts with a denominator in either window. */
  private readonly prompts: number;
  private readonly before: Window;
  private readonly after: Window;
  /** Sums over prompts of products of their shares of the denominator, before and after. */
  private readonly shares = { squares: 0, moved: 0, movedSquares: 0 };

  constructor(before: Wholes, after: Wholes) {
    const { prompts, placed } = promptsOfAll([before, after]);
    const [to = noPlaces, laterTo = noPlaces] = placed.map((each) => each.to);
    this.before = new Window(before, to, prompts.length);
    this.after = new Window(after, laterTo, prompts.length);
    let counted = 0;
    for (let place = 0; place < prompts.length; place++) {
      const [whole, laterWhole] = [this.before.wholes[place] ?? 0, this.after.wholes[place] ?? 0];
      if (whole + laterWhole > 0) counted += 1;
      const share = whole / this.before.whole;
      const moved = share - laterWhole / this.after.whole;
      this.shares.squares += share ** 2;
      this.shares.moved += share * moved;
      this.shares.movedSquares += moved ** 2;
    }
    this.prompts = counted;
  }

  /** Whether each window has so many prompts with a denominator, and all of them together so much of it. */
  hasAtLeast(prompts: number, whole: number): boolean {
    return [this.before, this.after].every((window) => window.prompts >= prompts && window.whole >= whole);
  }

  /** By what is counted of a ratio, by place in the table of its window; `null`: nothing can be said. */
  test(counts: Both<PlacedCounts | undefined>): TestedChange | null {
    const { before, after } = this;
    const touched: number[] = [];
    before.fill(counts.before, (place) => touched.push(place));
    after.fill(counts.after, (place) => {
      if (before.at(place).part === 0) touched.push(place);
    });
    const totals = { before: before.totalOf(touched), after: after.totalOf(touched) };
    const [earlier, later] = [totals.before.part / totals.before.whole, totals.after.part / totals.after.whole];
    const p = this.pOf(later - earlier, totals, touched);
    before.empty(touched);
    after.empty(touched);
    return p === null ? null : { before: earlier, after: later, p };
  }

  private pOf(difference: number, totals: Both<Sample>, touched: readonly number[]): number | null {
    if (difference === 0) return 1;
    const { prompts } = this;
    const squares = this.squaresOf(totals, touched);
    if (squares > 0)
      return studentTail(Math.abs(difference) / Math.sqrt((prompts / (prompts - 1)) * squares), prompts - 1);
    const test = new MantelHaenszel();
    for (let place = 0; place < this.before.wholes.length; place++) {
      const { before, after } = this.at(place);
      test.add(before, after);
    }
    return test.p;
  }

  /** The squares of what each prompt moved the ratio, added up. Where few prompts have a part, what the others moved it is known but for the ratios. */
  private squaresOf(totals: Both<Sample>, touched: readonly number[]): number {
    if (touched.length * 4 <= this.prompts) {
      const { before, after } = totals;
      const [ratio, laterRatio] = [before.part / before.whole, after.part / after.whole];
      const [rise, { squares, moved, movedSquares }] = [ratio - laterRatio, this.shares];
      const idle = rise ** 2 * squares + 2 * rise * laterRatio * moved + laterRatio ** 2 * movedSquares;
      let [sum, size] = [idle, rise ** 2 * squares + laterRatio ** 2 * movedSquares];
      for (const place of touched) {
        const pair = this.at(place);
        const unmoved = moveOf({ before: { ...pair.before, part: 0 }, after: { ...pair.after, part: 0 } }, totals);
        sum += moveOf(pair, totals) ** 2 - unmoved ** 2;
        size += unmoved ** 2;
      }
      if (sum > leastLeft * size) return sum;
    }
    let sum = 0;
    for (let place = 0; place < this.before.wholes.length; place++) sum += moveOf(this.at(place), totals) ** 2;
    return sum;
  }

  private at(place: number): Both<Sample> {
    return { before: this.before.at(place), after: this.after.at(place) };
  }
}

/** The denominators of one window at the places of the prompts of both, and the parts of the ratio that is tested. */
class Window {
  readonly wholes: Float64Array;
  readonly prompts: number;
  readonly whole: number;
  private readonly parts: Float64Array;

  constructor(
    { wholes }: Wholes,
    private readonly to: Int32Array,
    size: number,
  ) {
    this.wholes = new Float64Array(size);
    this.parts = new Float64Array(size);
    for (let from = 0; from < to.length; from++) this.wholes[to[from] ?? 0] = wholes[from] ?? 0;
    this.prompts = wholes.reduce((count, whole) => count + Number(whole > 0), 0);
    this.whole = wholes.reduce((sum, whole) => sum + whole, 0);
  }

  /** Takes the parts of a ratio, and visits the places that have any. */
  fill(counts: PlacedCounts | undefined, visit: (place: number) => void): void {
    eachCount(counts, (from, count) => {
      const place = this.to[from] ?? 0;
      this.parts[place] = count;
      visit(place);
    });
  }

  empty(touched: readonly number[]): void {
    for (const place of touched) this.parts[place] = 0;
  }

  /** All prompts together; `touched` are those that have a part. */
  totalOf(touched: readonly number[]): Sample {
    let part = 0;
    for (const place of touched) part += this.parts[place] ?? 0;
    return { part, whole: this.whole };
  }

  at(place: number): Sample {
    return { part: this.parts[place] ?? 0, whole: this.wholes[place] ?? 0 };
  }
}

const noPlaces = new Int32Array();
