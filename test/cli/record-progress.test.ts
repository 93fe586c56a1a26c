import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { countsOf, positionOf, showProgress } from '../../src/cli/record/progress.js';
import type { Report } from '../../src/recording/record.js';

const none = { organization: 0, model: 0, brand: 0, competitor: 0, prompt: 0, annotation: 0, run: 0, deletion: 0 };
const report: Report = {
  lines: 12_345,
  bytes: 30_000_000,
  recorded: { ...none, prompt: 12, run: 12_000 },
  rejected: { ...none, run: 3, unreadable: 1 },
  brandIds: new Set(['crm']),
  complete: false,
};

/** What is written to a terminal, or to a pipe, for one report. */
function written(size: number | null, isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  // safe because nothing but writing and `isTTY` is asked of it
  const progress = showProgress(stream as unknown as NodeJS.WriteStream, size);
  progress.update(report);
  progress.stop();
  return String(stream.read() ?? '');
}

describe('the progress of a recording', () => {
  it('is a bar on a terminal, with bytes, runs, their rate and the time left', () => {
    expect(written(40_000_000, true)).toMatch(
      /█+░+\S* 75 % \| 30 MB of 40 MB, 12,000 runs, [\d,]+ runs\/s, \d+ s left/,
    );
  });

  it('never has more than all of an input that was estimated too small', () => {
    expect(written(29_000_000, true)).toMatch(/█+\S* 100 % \| 30 MB of 30 MB, .+, 0 s left/);
  });

  it('knows no share and no time left where the size is not known', () => {
    const text = written(null, true);
    expect(text).toMatch(/30 MB, 12,000 runs, [\d,]+ runs\/s/);
    expect(text).not.toMatch(/%|left|NaN/);
  });

  it('is quiet elsewhere for the first seconds', () => {
    expect(written(40_000_000, false)).toBe('');
  });

  it('says where a recording ended', () => {
    expect(positionOf(report, false)).toBe('after line 12,345 (30 MB)');
    expect(positionOf(report, true)).toBe('after 12,000 runs were recorded');
    for (const isImport of [false, true])
      expect(positionOf({ ...report, lines: 0 }, isImport)).toBe('before the first batch was recorded');
  });

  it('ends in a table of the types that came', () => {
    expect(
      countsOf(report)
        .split('\n')
        .map((line) => line.trim().split(/ +/)),
    ).toEqual([
      ['recorded', 'rejected'],
      ['prompt', '12', '0'],
      ['run', '12,000', '3'],
      ['unreadable', '0', '1'],
      [''],
    ]);
  });
});
