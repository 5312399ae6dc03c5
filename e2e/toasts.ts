import type { Page } from '@playwright/test'

/** Steps and checks for tests of toasts. */

export const toasts = (page: Page) => page.locator('[data-sonner-toast][data-visible=true][data-removed=false]')

/** Keeps toasts open by making the page report that it is hidden. */
export async function holdToasts(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Presses buttons by script, because a pointer would close the open toasts. */
export const pressAll = (page: Page, selector: string) =>
  page.evaluate(selector => {
    for (const button of document.querySelectorAll<HTMLElement>(selector)) button.click()
  }, selector)

/**
 * The controls in the window on which a press at one of nine points would hit a toast, and the fields, steppers,
 * primary buttons and bars that are partly covered by the newest toast.
 */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOASTER = '[data-sonner-toaster]'
    const PRESSED = 'button, a[href], input, select, textarea, summary, [role=tab], [role=combobox]'
    const READ =
      'input:not([type=checkbox]), select, textarea, fieldset button, [class*="bg-brand"]:not([type=checkbox])'
    const BARS = '[class*="sticky top-0"], [class*="sticky bottom-0"]'
    const [newest] = document.querySelectorAll('[data-sonner-toast][data-visible=true][data-removed=false]')
    const toast = newest?.getBoundingClientRect()
    const found: string[] = []
    for (const control of document.querySelectorAll(`${PRESSED}, ${BARS}`)) {
      if (control.closest(`${TOASTER}, [aria-hidden=true], [inert]`)) continue
      const box = control.getBoundingClientRect()
      if (box.width === 0 || box.bottom <= 0 || box.top >= innerHeight) continue
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? control.tagName
      const points = [0.5, 0.1, 0.9].flatMap(x => [0.5, 0.1, 0.9].map(y => [x, y] as const))
      const met = points.some(([x, y]) =>
        document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)?.closest(TOASTER),
      )
      if (met) found.push(`a press on ${name}`)
      const isHidden =
        toast && toast.left < box.right && box.left < toast.right && toast.top < box.bottom && box.top < toast.bottom
      if (isHidden && control.matches(`${READ}, ${BARS}`)) found.push(`a part of ${name}`)
    }
    return found
  })
