import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

/**
 * One Chromium, in Turkish and Istanbul time. Each spec file has a portal with its own database, so files run in
 * parallel.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // One more than the two processors for which it is meant, because a test waits for a fifth of its time.
  workers: 3,
  // No retries: a test that fails on a busy machine has found a race condition in itself or in the product.
  retries: 0,
  forbidOnly: true,
  // The time limits only end tests that hang: on a busy machine a test takes five times as long as on a quiet one.
  timeout: 180_000,
  // A page opens a broken event stream again after up to half a minute.
  expect: { timeout: 60_000 },
  // `json` goes to the file that PLAYWRIGHT_JSON_OUTPUT_FILE names.
  reporter: [['line'], ['json', { outputFile: '../test-results/report.json' }]],
  use: {
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Recording traces costs a third of the suite's time. Use `--trace=retain-on-failure` to examine a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
})
