import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files begin first, so that none is left alone at the end. Vitest knows how long they are only after a run. */
class LongestFirst extends BaseSequencer {
  static readonly files = new RegExp(
    `/test/(${[
      ...['server/(records-over-sockets|readers|isolation|exports|processes)', 'recording/(processes|preparer)'],
      ...['distribution/bound-statements', 'browser/(links|filters|layout-shift|figures|charts)', 'database/embedded'],
    ].join('|')})\\.test\\.ts$`,
  );

  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const isLong = ({ moduleId }: TestSpecification) => LongestFirst.files.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}

export default defineConfig({
  // Vite would take the ES module of graphql where Node, and so every package, takes the CommonJS one: two copies clash.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // The modules of the program keep no state, so the files that one process runs share them: loading them for each took 1.5 s a file.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
