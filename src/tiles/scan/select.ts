// The SELECTs of what scans read: the number of the source, what its rows are in order of, and so many blocks.

import { literal } from '../../database/copy/copy-rows.js';
import { columnName, entryLevel } from '../layout.js';
import { postingKinds } from '../packed/items/kinds.js';
import { quarterLevel, rangeAt } from '../packed/levels.js';
import { storedColumnsOf } from './prompt-source.js';
import type { Source } from './scan.js';

/** How many blocks the rows of a source have. */
export function widthOf(source: Source): number {
  return partsOf(source).blocks.length;
}

/** The level of the periods that are stored. */
export function storedLevelOf(source: Source): number {
  if (source.from === 'quarters') return quarterLevel;
  return source.from === 'chunks' && source.hasEntries ? entryLevel : source.level;
}

/** Selects what is stored of some periods of a source. */
export function selectSource(brandId: string, source: Source, number: number, width: number): string {
  const { table, filter, order, blocks } = partsOf(source);
  const period = source.from === 'quarters' ? 'quarter' : 'period';
  const ranges = source.ranges.map((range) => rangeAt(range, source.level, storedLevelOf(source)));
  const values = ranges.map(({ first, last }) => `(${literal(first)}, ${literal(last)})`).join(',');
  const listed = Array.from({ length: width }, (_, at) => blocks[at] ?? 'null::bytea');
  return `select ${literal(number)}::integer, ${order}, ${listed.join(', ')}
    from (values ${values}) as range (first, last) cross join lateral (
      select * from ${table} where brand_id = ${literal(brandId)} ${filter} and ${period} between first and last
    ) as ${table}`;
}

/** A chunk's row says its period as well: where rows come in the order of chunks, that is not what they are in order of. */
function partsOf(source: Source) {
  if (source.from === 'quarters') return { table: 'quarter_tile', filter: '', order: 'quarter', blocks: ['cells'] };
  const level = `level = ${literal(storedLevelOf(source))}`;
  if (source.from === 'tiles') {
    const { table, scopes, columns } = source;
    const filter = `and scope = any(${literal(scopes)}::integer[]) and ${level}`;
    return { table, filter, order: 'period', blocks: columns.map(columnName) };
  }
  if (source.from === 'prompt') {
    const filter = `and scope = any(${literal(source.scopes)}::integer[]) and ${level}`;
    return { table: 'tile_detail', filter, order: 'period', blocks: storedColumnsOf(source).map(columnName) };
  }
  const { kind, chunks, hasEntries, isByChunk } = source;
  const ofChunks = chunks ? `and chunk = any(${literal(chunks)}::integer[])` : '';
  return {
    table: 'posting',
    filter: `and kind = ${literal(postingKinds.indexOf(kind))} and ${level} ${ofChunks}`,
    order: isByChunk ? 'chunk' : 'period',
    blocks: ['int4send(chunk)', 'counts', hasEntries ? 'entries' : 'null::bytea', 'int4send(period)'],
  };
}
