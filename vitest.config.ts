import { defineConfig } from 'vitest/config';

/** Real engines on a busy build machine are now and then late; what fails twice has failed. */
const retry = process.env.CI === 'true' ? 1 : 0;

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: [
        'packages/core/src/**/*.ts',
        'packages/serve/src/**/*.ts',
        'packages/connections/src/**/*.ts',
        'packages/sql/src/**/*.ts',
        'packages/elasticsearch/src/**/*.ts',
      ],
      // Code of child processes and of the process itself is tested where coverage does not reach.
      exclude: [
        '**/serve/src/prepare-process.ts',
        '**/serve/src/process.ts',
        '**/serve/src/standalone.ts',
        '**/serve/src/stdio.ts',
        '**/*.test.ts',
        '**/testing/**',
        '**/*.d.ts',
        '**/guard/cases.ts',
        '**/cases/**',
        '**/sqlite/child*/**',
        '**/sqlite/child.ts',
      ],
      reporter: ['text-summary'],
      thresholds: {
        'packages/core/src/**': { lines: 90, functions: 90 },
        'packages/serve/src/**': { lines: 90, functions: 90 },
        'packages/connections/src/**': { lines: 90, functions: 90 },
        'packages/sql/src/**': { lines: 90, functions: 90 },
        'packages/elasticsearch/src/**': { lines: 90, functions: 90 },
      },
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
          // Loading the modules again for every file took two thirds of the time. So a test must restore process state.
          isolate: false,
          maxWorkers: '100%',
          // Projects with different numbers of workers cannot share a group.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/*/src/**/*.integration.test.ts'],
          retry,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
          retry,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'vscode',
          include: ['test/vscode/**/*.test.ts'],
          retry,
          testTimeout: 120_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
