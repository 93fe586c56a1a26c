import { defineConfig } from 'vitest/config';

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
    // Objects that live as long as a question die young in so much room: less of them is copied.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
