// What is read of the figures of prompts without the rest of them is the same as with it, also from blocks of before.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyMentions, uniteTables } from '../../src/domain/lists/prompt-table.js';
import type { Column } from '../../src/tiles/layout.js';
import { dayLevel } from '../../src/tiles/packed/levels.js';
import type { Tile } from '../../src/tiles/packed/tile.js';
import { cell, tileOf } from '../support/cells.js';

const stored = new Set<Column>(['promptFigures']);
const partial = new Set<Column>(['promptMentions', 'promptTotals']);
const placed = fc.array(fc.tuple(cell, fc.nat(95)), { minLength: 1, maxLength: 25 });
type SelectsModel = (model: number) => boolean;

function unite(kept: ReadonlySet<Column>, block: Buffer | null, selects: SelectsModel = () => true): Tile {
  const tile = tileOf([], kept);
  if (block) tile.unite('promptFigures', { block, level: dayLevel, start: 0, selects });
  return tile;
}

/** The mentions by model and the figures of all models together that a tile has for itself, and those that follow from its figures. */
function seen({ figures }: Tile) {
  const mentions = [...figures.promptMentions.models].map(([model, rows]) => [model, rows.mentionsTable(null)]);
  return [mentions, [...figures.promptTotals.models.values()].map((rows) => rows.table(null))];
}

function derived({ figures }: Tile) {
  const tables = [...figures.promptFigures.models].map(([model, rows]) => [model, rows.table(null)] as const);
  const mentions = tables.map(([model, table]) => [model, onlyMentions(table)]);
  return [mentions, tables.length === 0 ? [] : [uniteTables(tables.map(([, table]) => table))]];
}

describe('parts of the figures of prompts', () => {
  it('are read from stored figures as cells fill them', () => {
    fc.assert(
      fc.property(placed, fc.nat(4), (cells, model) => {
        const whole = tileOf(cells, stored);
        expect(seen(tileOf(cells, partial))).toEqual(derived(whole));
        const block = whole.encode('promptFigures');
        expect(seen(unite(partial, block))).toEqual(derived(whole));
        const selects = (each: number) => each === model;
        expect(seen(unite(partial, block, selects))).toEqual(derived(unite(stored, block, selects)));
      }),
    );
  });

  it('are read from a block that has no mentions of all companies', () => {
    const block = Buffer.from(
      'A3+29j0CAT4CAAMs6NPOgrvDDgAAALhMCgDoBwACAAUAAQEBAgIBAQECAgABAAACAAEAAAEBAQMBAQECAgECAQIEAQEBAgIlAQAHAIjLhYO7ww4A6AcAAgAFAAEAAAAAAAAAAAAAAAAAAAAAAA==',
      'base64',
    );
    const whole = unite(stored, block);
    expect(seen(unite(partial, block))).toEqual(derived(whole));
    const tables = new Map([...whole.figures.promptFigures.models].map(([model, rows]) => [model, rows.table(null)]));
    const quarterMs = 900_000;
    expect(tables.get(1)).toEqual({
      prompts: Int32Array.of(3, 7),
      ...{ runs: Float64Array.of(2, 2), brandMentions: Float64Array.of(2, 0), allMentions: Float64Array.of(5, 2) },
      ...{ citations: Float64Array.of(5, 5), searched: Float64Array.of(1, 1), gaps: Float64Array.of(0, 2) },
      first: Float64Array.of(1_950_000 * quarterMs + 1_000, 1_950_003 * quarterMs + 1_000),
      last: Float64Array.of(1_950_000 * quarterMs + 2_000, 1_950_003 * quarterMs + 2_000),
      brand: Float64Array.of(2, 1, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0),
      mentions: new Map([
        [1, Float64Array.of(1, 2)],
        [4, Float64Array.of(2, 0)],
      ]),
    });
    expect(tables.get(2)?.allMentions).toEqual(Float64Array.of(0));
    expect(unite(stored, whole.encode('promptFigures')).figures.promptFigures.models.get(1)?.table(null)).toEqual(
      tables.get(1),
    );
  });
});
