import { defineConfig } from '@playwright/test'
import { FLAGS, findBrowser } from './browser.ts'

const { executablePath, env } = await findBrowser()

/** One Chromium, Turkish, in Istanbul. Each spec file starts its own portal, so files run side by side. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  // On a busy machine a browser test may meet what a person never would; `tools/test.ts` names each that was tried again.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // `json` goes to the file that PLAYWRIGHT_JSON_OUTPUT_FILE names.
  reporter: [['line'], ['json', { outputFile: '../test-results/report.json' }]],
  use: {
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // Recording every test costs a third of the suite's time; the second try of one that failed shows as much.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, env, args: FLAGS },
  },
})
