import { expect, type Page } from '@playwright/test'
import { isAccessibleInBothSizes, isNoWiderThanTheWindow, resizeTo, violationsOf } from './page.ts'
import { DESK, PHONE, type Size } from './world.ts'

/**
 * axe finds nothing in a state of a screen, and nothing is wider than the window: on a phone in light colours or on a
 * desk in dark ones. For states whose parts, and their colours, other states show in the other size; `npm run endure`
 * looks at each in both sizes. The window ends with the size that it had.
 */
export async function isAccessibleAt(page: Page, size: Size, what = page.url()) {
  if (process.env.AXE_COMBINATIONS === 'all') return isAccessibleInBothSizes(page, what)
  const usual = page.viewportSize()?.width === PHONE.viewport.width ? PHONE : DESK
  if (size !== usual) await resizeTo(page, size)
  await page.emulateMedia({ colorScheme: size === PHONE ? 'light' : 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await violationsOf(page), what).toEqual([])
  await isNoWiderThanTheWindow(page, what)
  if (size !== usual) await resizeTo(page, usual)
}
