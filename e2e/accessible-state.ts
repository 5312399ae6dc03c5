import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSizes, expectNoWiderThanWindow, violationsOf } from './page.ts'
import { resizeTo, type Size } from './shared-pages.ts'
import { DESK, PHONE } from './world.ts'

// Checks states that `accessibility.spec.ts` does not open, in the tests that open them anyway. A pass of axe in
// another size costs half as much as loading a page, so each state gets one; `npm run endure` adds the other sizes and
// colours.

const ALL = process.env.AXE_COMBINATIONS === 'all'

/**
 * Expects that axe finds nothing on the current page, with ALL in light and dark, and nothing is wider than the window.
 */
export async function expectAccessibleNow(page: Page, what = page.url()) {
  if (ALL) return expectAccessible(page, what)
  await hasNoViolations(page, what)
}

/**
 * Expects that axe finds nothing in a state of a screen, and nothing is wider than the window: on a phone in light
 * colours or on a desk in dark ones. For states whose elements and colours other checks cover in the other size; with
 * ALL, in both sizes. The window is resized to its former size at the end.
 */
export async function expectAccessibleAt(page: Page, size: Size, what = page.url()) {
  if (ALL) return expectAccessibleInBothSizes(page, what)
  const usual = page.viewportSize()?.width === PHONE.viewport.width ? PHONE : DESK
  if (size !== usual) await resizeTo(page, size)
  await page.emulateMedia({ colorScheme: size === PHONE ? 'light' : 'dark', reducedMotion: 'reduce' })
  await hasNoViolations(page, what)
  if (size !== usual) await resizeTo(page, usual)
}

async function hasNoViolations(page: Page, what: string) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // A toast that fades out has less contrast every frame.
  await expect(page.locator('[data-sonner-toast][data-removed=true]')).toHaveCount(0)
  expect(await violationsOf(page), what).toEqual([])
  await expectNoWiderThanWindow(page, what)
}
