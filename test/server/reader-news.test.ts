// What a reader keeps for the metrics: what has happened since it last reported, and nothing where it never does.

import { describe, expect, it } from 'vitest';
import { createNews } from '../../src/app/reader-news.js';

const statement = { ms: 1, copiedRows: 0, copiedBytes: 0 };

describe.each([[true], [false]])('a reader of a server with metrics: %s', (isReported) => {
  it('keeps what has happened since it last reported, or nothing', () => {
    const { metrics, take } = createNews(isReported);
    for (let read = 0; read < 2; read++) {
      metrics.replicaRead('behind');
      metrics.statement(statement);
      metrics.corruptBlock();
    }
    const nothing = { statements: [], replicaReads: [], corruptBlocks: 0 };
    const everything = {
      statements: [statement, statement],
      replicaReads: ['behind', 'behind'],
      corruptBlocks: 2,
    };
    expect(take()).toEqual(isReported ? everything : nothing);
    expect(take()).toEqual(nothing);
  });
});
