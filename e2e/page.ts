import { readFile } from 'node:fs/promises'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { DESK, PHONE, type Size } from './world.ts'

/** What several specs hold a page to. */

/** What the browser's own windows said; each is accepted, those that ask for a text with this one. */
export function said(page: Page, text = ''): string[] {
  const sentences: string[] = []
  page.on('dialog', dialog => {
    sentences.push(dialog.message())
    void dialog.accept(text)
  })
  return sentences
}

/** axe finds nothing, light and dark, and nothing is wider than the window. */
export async function isAccessible(page: Page, what = page.url()) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // In the dark only the colours differ.
    await hasNoViolations(page, colorScheme, colorScheme === 'dark' ? COLOUR_RULES : ALL_RULES, what)
  }
}

/**
 * axe finds nothing, and nothing is wider than the window, on a phone in light colours and on a desk in dark ones: all
 * rules in both sizes and both sets of colours, whose pairs are the same in either size. `npm run endure` adds the other
 * two combinations. The window ends with the size that it had.
 */
export async function isAccessibleInBothSizes(page: Page, what = page.url()) {
  const isPhone = page.viewportSize()?.width === PHONE.viewport.width
  const sizes = isPhone ? [PHONE, DESK] : [DESK, PHONE]
  for (const size of sizes) {
    await resizeTo(page, size)
    const usual = size === PHONE ? 'light' : 'dark'
    for (const colorScheme of EVERY_COMBINATION ? (['light', 'dark'] as const) : ([usual] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await hasNoViolations(page, colorScheme, ALL_RULES, `${what} at ${size.viewport.width} px`)
    }
  }
  await resizeTo(page, isPhone ? PHONE : DESK)
}

const EVERY_COMBINATION = process.env.AXE_COMBINATIONS === 'all'

/** Gives a page the window of a phone or a desk, with or without touch, as if it had been opened there. */
export async function resizeTo(page: Page, { viewport, hasTouch }: Size) {
  const devtools = devtoolsOf.get(page) ?? (await page.context().newCDPSession(page))
  devtoolsOf.set(page, devtools)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  await page.setViewportSize(viewport)
}

/** They stay attached: a session that is detached ends the page's touch and its being offline. */
const devtoolsOf = new WeakMap<Page, CDPSession>()

const ALL_RULES = undefined
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function hasNoViolations(page: Page, colorScheme: string, rules: string[] | undefined, what: string) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(endOfAnimations)
  const violations = await violationsOf(page, rules)
  expect(violations.map(({ id, html }) => [what, colorScheme, id, html])).toEqual([])
  await isNoWiderThanTheWindow(page, what)
}

/**
 * Waits, in the page, until nothing is animated for two frames: a colour that changes is neither the old one nor the new
 * one, and elements that inherit it may start to change when it has ended.
 */
async function endOfAnimations() {
  const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const endingAnimations = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  for (let still = 0; still < 2; still++) {
    await nextFrame()
    const animations = endingAnimations()
    if (animations.length > 0) still = -1
    await Promise.allSettled(animations.map(({ finished }) => finished))
  }
}

export async function isNoWiderThanTheWindow(page: Page, what = page.url()) {
  // Charts are drawn anew a frame after the window's size has changed.
  await expect
    .poll(async () => [what, await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))])
    .toEqual([what, 0])
}

type Violation = { id: string; html: string | undefined }

/**
 * What axe finds, by default with all of its rules: the rule and the first element of each violation. Runs in the page,
 * which costs half the processor time of `@axe-core/playwright`: that one loads axe for every analysis and returns
 * what has passed, too. Frames are not looked into.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<Violation[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(await axeSource)
  return page.evaluate(async runOnly => {
    type Results = { violations: { id: string; nodes: { html: string }[] }[] }
    const axe: { run: (root: Document, options: object) => Promise<Results> } = Reflect.get(window, 'axe')
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })
    return violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html }))
  }, rules)
}

const axeSource = readFile(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
