import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

/** One Chromium, Turkish, in Istanbul. Each spec file has a portal with a database of its own, so files run in parallel. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // One more than the two processors that it is made for: a test waits for a fifth of its time.
  workers: 3,
  // A test that fails on a busy machine has found a race, in itself or in the product.
  retries: 0,
  forbidOnly: true,
  // They end what hangs and measure nothing: on a busy machine a test takes five times as long as on a quiet one.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // `json` goes to the file that PLAYWRIGHT_JSON_OUTPUT_FILE names.
  reporter: [['line'], ['json', { outputFile: '../test-results/report.json' }]],
  use: {
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Recording a trace costs a third of the suite's time: `--trace=retain-on-failure` when a failure needs one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
})
