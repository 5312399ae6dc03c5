import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { resizeTo } from './shared-pages.ts'
import { DESK, PHONE } from './world.ts'

/** Checks of pages for several specs. */

/**
 * Accepts all native dialogs of the page; prompts get the texts in turn, and then the last one again. Returns their
 * messages, in order.
 */
export function acceptDialogs(page: Page, ...texts: string[]): string[] {
  const sentences: string[] = []
  let prompts = 0
  page.on('dialog', dialog => {
    sentences.push(dialog.message())
    void dialog.accept(dialog.type() === 'prompt' ? (texts[prompts++] ?? texts.at(-1)) : undefined)
  })
  return sentences
}

/** Expects that axe finds nothing in light and dark colours, and nothing is wider than the window. */
export async function expectAccessible(page: Page, what = page.url()) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // In dark mode only the colours differ.
    await hasNoViolations(page, colorScheme, colorScheme === 'dark' ? COLOUR_RULES : ALL_RULES, what)
  }
}

/**
 * Expects that axe finds nothing, and nothing is wider than the window, on a phone in light colours and on a desk in
 * dark ones. That checks all rules in both sizes and both colour schemes, as pairs of colours are the same in either
 * size. `npm run endure` adds the other two combinations. The window is resized to its former size at the end.
 */
export async function expectAccessibleInBothSizes(page: Page, what = page.url()) {
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

const ALL_RULES = undefined
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function hasNoViolations(page: Page, colorScheme: string, rules: string[] | undefined, what: string) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const violations = await violationsOf(page, rules)
  expect(violations.map(({ id, html }) => [what, colorScheme, id, html])).toEqual([])
  await expectNoWiderThanWindow(page, what)
}

/**
 * Waits, in the page, until nothing has been animated for two frames. During a transition a colour is neither the old
 * nor the new one, and an opening element is smaller than it will be; elements that inherit a colour may start their
 * own transition when that of the colour has ended.
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

/** Expects that neither the page nor a dialog has to be scrolled sideways. */
export async function expectNoWiderThanWindow(page: Page, what = page.url()) {
  const hidden = () =>
    Array.from(
      document.querySelectorAll(':root, [role=dialog] > .overflow-y-auto'),
      one => one.scrollWidth - one.clientWidth,
    )
  // Charts are redrawn a frame after the window's size has changed.
  await expect.poll(async () => [what, Math.max(...(await page.evaluate(hidden)))]).toEqual([what, 0])
}

type Violation = { id: string; html: string | undefined }

/**
 * The violations that axe finds, by default with all of its rules, including the one on the size of targets: the rule
 * and the first element of each. Runs in the page, which costs half the processor time of `@axe-core/playwright`, which
 * loads axe for every analysis and also returns the passed checks. Frames are not checked.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<Violation[]> {
  await page.evaluate(endOfAnimations)
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(await axeSource)
  return page.evaluate(async runOnly => {
    type Found = { id: string; nodes: { html: string; target: string[] }[] }
    type Results = { violations: Found[] }
    const axe: { run: (root: Node, options: object) => Promise<Results> } = Reflect.get(window, 'axe')
    const run = async (root: Node, only?: string[]) => {
      const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }
      return (await axe.run(root, { ...options, ...(only && { runOnly: only }) })).violations
    }
    /**
     * A link that is stretched over its row is as large as the row, and an element that is partly under a fixed bar can
     * be scrolled away from it.
     */
    const isTooSmall = async ({ target }: Found['nodes'][number]) => {
      const element = document.querySelector(target[0] ?? '')
      if (!element) return true
      const { position, inset } = getComputedStyle(element, '::after')
      if (position === 'absolute' && inset === '0px') return false
      const before = scrollY
      element.scrollIntoView({ block: 'center' })
      const again = await run(element, ['target-size'])
      scrollTo(0, before)
      return again.length > 0
    }
    const violations: Violation[] = []
    for (const { id, nodes } of await run(document, runOnly))
      for (const node of nodes)
        if (id !== 'target-size' || (await isTooSmall(node))) {
          violations.push({ id, html: node.html })
          break
        }
    return violations
  }, rules)
}

/**
 * The elements that can be pressed on a phone and are less than 44 px wide or high: size and start of the HTML. A label
 * counts as part of its field, and a link that is stretched over its container is as large as that. Links in sentences
 * are exempt, because they are as high as the line.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  await page.evaluate(endOfAnimations)
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('a[href], button, input, select, textarea, summary'), element => {
      const { position, inset } = getComputedStyle(element, '::after')
      const isStretched = position === 'absolute' && inset === '0px' && element instanceof HTMLElement
      const whole = (isStretched ? element.offsetParent : element.closest('label')) ?? element
      const boxes = [element, whole].map(one => one.getBoundingClientRect())
      const [width, height] = [Math.max(...boxes.map(box => box.width)), Math.max(...boxes.map(box => box.height))]
      const isBehindDialog = element.closest('[aria-hidden=true]') !== null
      const isShown = !isBehindDialog && element.checkVisibility() && boxes.every(box => box.right > 0 && box.width > 1)
      const isInSentence = element.matches('p a')
      return isShown && !isInSentence && Math.min(width, height) < 43.9
        ? `${Math.round(width)} × ${Math.round(height)} ${element.outerHTML.slice(0, 200)}`
        : ''
    }).filter(Boolean),
  )
}

/**
 * Elements of the page's content that, when focused, are partly covered by the bar or the edge at the window's bottom.
 */
export const coveredWhenFocused = (page: Page) =>
  page.evaluate(() => {
    const page = getComputedStyle(document.documentElement)
    const bar = innerHeight - Number.parseFloat(page.getPropertyValue('--sticky-bottom'))
    const targets = Array.from(document.querySelectorAll<HTMLElement>('main a[href], main button, main input'))
    return targets.flatMap(target => {
      target.focus()
      const { top, bottom } = target.getBoundingClientRect()
      // A link contains all lines of a long name, but its heading shows only two of them.
      const end = Math.min(bottom, target.closest('[class*=line-clamp]')?.getBoundingClientRect().bottom ?? bottom)
      const isCovered = document.activeElement === target && top < bar && end > bar
      return isCovered ? target.outerHTML.slice(0, 200) : []
    })
  })

const axeSource = readFile(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** How much space a field has besides this text, in pixels. */
export function roomBeside(field: Element, text: string) {
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) throw new Error('there is no canvas')
  // The computed `font` may be empty.
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const inner = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return inner - canvas.measureText(text).width
}
