import { defineConfig } from 'vitest/config'

const DOM_TESTS = 'web/**/*.dom.test.{ts,tsx}'

export default defineConfig({
  test: {
    // They end what hangs and measure nothing: on a busy machine a test takes five times as long as on a quiet one.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than the two processors for which it is meant, because tests wait for a part of their time.
    maxWorkers: 3,
    // Intercepted output that is still on its way when a worker ends makes the run fail.
    disableConsoleIntercept: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/weak-hashes.ts'],
          // Each worker loads the server once rather than for every file; what tests change is in databases of their own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['{bench,contract,web,tools}/**/*.test.ts'],
          exclude: [DOM_TESTS],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web-dom',
          include: [DOM_TESTS],
          environment: './web/testing/environment.ts',
          setupFiles: ['web/testing/browser.ts'],
          pool: 'threads',
          // One page and the packages for all files of a worker; web/testing/browser.ts starts each test without the app.
          isolate: false,
        },
      },
    ],
  },
})
