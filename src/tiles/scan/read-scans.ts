// Reads what scans are about: what is in memory of their sources, one COPY of the rest, and what marks say is in no tile. The only loop. A corrupt
// block costs its period: that is read from smaller tiles, or from raw rows.

import { mapInTurns, type Pause } from '../../domain/pause.js';
import type { BrandDamage } from '../packed/cover.js';
import { fetchMissing } from './fetch.js';
import { Missing } from './missing.js';
import { type PendingCells, readPending } from './pending.js';
import { planScan } from './plan.js';
import type { Reading, Running } from './reading.js';
import type { Accumulator, Scan } from './scan.js';

/**
 * What each scan found, in their order; `null` where only the plain definition can answer. `null` for all: without a common snapshot, statements
 * saw different data, or not everything can be read so; then nothing was kept.
 */
export async function readScans<Into extends Accumulator>(
  reading: Reading,
  scans: readonly Scan<Into>[],
): Promise<readonly (Into | null)[] | null> {
  const found = new Map<string, Into>();
  const damages: BrandDamage[] = [];
  for (let left = [...new Map(scans.map((scan) => [scan.key, scan])).values()]; left.length > 0; ) {
    const planned = await mapInTurns(left, reading.pause, (scan): Running<Into>[] => {
      const damaged = damages.filter(({ brandId }) => brandId === scan.set.brandId);
      const state = reading.stateOf(scan.set);
      const plan = planScan(scan, state, { levels: reading.levels, damaged });
      return plan ? [{ scan, state, plan, into: scan.create(plan.runs) }] : [];
    });
    const running = planned.flat();
    if (!reading.isOneInstant && running.length < left.length) return null;
    const damaged = await fetchAll(reading, running);
    if (!damaged || (!reading.isOneInstant && damaged.size > 0)) return null;
    for (const each of running) if (!damaged.has(each)) found.set(each.scan.key, each.into);
    for (const damage of distinct([...damaged.values()].flat())) {
      damages.push(damage);
      reading.onDamage(damage);
    }
    left = running.filter((each) => damaged.has(each)).map(({ scan }) => scan);
  }
  return scans.map(({ key }) => found.get(key) ?? null);
}

/** What was found damaged, by scan. `null`: statements saw different data. */
async function fetchAll(
  reading: Reading,
  running: readonly Running[],
): Promise<ReadonlyMap<Running, readonly BrandDamage[]> | null> {
  const { client, cache, pause } = reading;
  if (running.length === 0) return new Map();
  const missing = new Missing(cache, pause);
  for (const each of running) await missing.find(each);
  const lacks = running.map(({ scan, plan: { raw, marks } }) => ({ brandId: scan.set.brandId, raw, marks }));
  const pending = await readPending(client, lacks, { cache, pause });
  await addPending(running, pending.found, pause);
  const proves = !reading.isOneInstant && (pending.isRead || missing.sources.length > 0);
  const fetched = await fetchMissing(reading, missing, { proves, pause });
  if (fetched) pending.keep();
  return fetched;
}

async function addPending(running: readonly Running[], pending: readonly PendingCells[], pause: Pause): Promise<void> {
  for (const { brandId, cells } of pending) {
    if (pause.isDue()) await pause.take();
    for (const { scan, plan, into } of running) {
      if (scan.set.brandId !== brandId || !plan.holds(cells.quarter)) continue;
      await into.addCells(cells, pause);
    }
  }
}

function distinct(damages: readonly BrandDamage[]): readonly BrandDamage[] {
  return [...new Map(damages.map((damage) => [JSON.stringify(damage), damage])).values()];
}
