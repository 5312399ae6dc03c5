import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          // Each worker loads the server once rather than for every file; what tests change is in databases of their own.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'rest', include: ['{contract,web,tools}/**/*.test.ts'], pool: 'threads' } },
    ],
  },
})
