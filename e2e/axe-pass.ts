import { expect, type Page } from '@playwright/test'
import { isAccessible, isNoWiderThanTheWindow, violationsOf } from './page.ts'

/**
 * axe finds nothing on the page as it is, and nothing is wider than the window: for states that `accessibility.spec.ts`
 * does not open, in the test that opens them anyway. `npm run endure` looks at them in light and in dark colours.
 */
export async function isAccessibleAsItIs(page: Page, what = page.url()) {
  if (process.env.AXE_COMBINATIONS === 'all') return isAccessible(page, what)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect((await violationsOf(page)).map(({ id, html }) => [what, id, html])).toEqual([])
  await isNoWiderThanTheWindow(page, what)
}
