import { isTextField, type TextField } from '../ui/text-field.ts'
import { toast } from '../ui/toaster.tsx'

/** What is done with a scanned code when its turn comes. Answers `false` where nothing came of it. */
export type TakeScan = () => unknown

/** What a person types between two scans, before the first one's product is on the screen. */
export type TypedAhead = { text: string } | { enter: true }

type Step = { take: TakeScan } | { ahead: TypedAhead; type: (field: TextField) => void }

/** How long what was typed ahead waits for a field, in milliseconds. */
const FIELD_COMES_WITHIN = 3000

const steps: Step[] = []
let running: Promise<void> | undefined
let waitsForPerson = 0
/** What was typed for a product that was not found is not meant for the one in hand. */
let isTaken = true

/** Whether what is typed now is meant for a product that is still being looked up. */
export const isLookingUp = () => steps.length > 0 && waitsForPerson === 0

/** Whether scans are still to be dealt with. */
export const hasScansLeft = () => steps.length > 0

/** Deals with a scan after all that were made before it. */
export function enqueueScan(take: TakeScan) {
  steps.push({ take })
  run()
}

/** Keeps what was typed for the product that was scanned last. Answers how to take it back while it waits. */
export function enqueueTyped(ahead: TypedAhead, type: (field: TextField) => void): () => void {
  const step = { ahead, type }
  steps.push(step)
  run()
  return () => {
    const place = steps.indexOf(step)
    if (place >= 0) steps.splice(place, 1)
  }
}

/** Waits for something that a person does on this screen: what they type meanwhile goes where they type it. */
export async function untilPersonDoes<T>(something: Promise<T>): Promise<T> {
  waitsForPerson++
  try {
    return await something
  } finally {
    waitsForPerson--
  }
}

/** Under a dialog nothing is taken up: what was scanned there waits until it is closed. */
export async function untilDialogsAreClosed() {
  const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null
  if (!isOpen()) return
  toast.warning('Okutulan ürün sırada; açık pencere kapanınca alınır')
  const closed = new Promise<void>(resolve => {
    const watch = new MutationObserver(() => {
      if (isOpen()) return
      watch.disconnect()
      resolve()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await untilPersonDoes(closed)
}

function run() {
  running ??= runAll().finally(() => {
    running = undefined
    if (steps.length > 0) run()
  })
}

async function runAll() {
  for (let step = steps[0]; step; step = steps[0]) {
    try {
      if ('take' in step) isTaken = (await step.take()) !== false
      else if (isTaken) await typeAhead(step)
    } catch (error) {
      // A fault with one scan must not hold up those behind it.
      reportError(error)
    }
    const place = steps.indexOf(step)
    if (place >= 0) steps.splice(place, 1)
  }
}

async function typeAhead(step: Extract<Step, { ahead: TypedAhead }>) {
  const field = await quantityField()
  if (!field || !steps.includes(step)) return
  if ('enter' in step.ahead) pressEnter(field)
  else step.type(field)
}

/** Where quantities are typed, and nothing else. */
export const isQuantityField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.inputMode === 'numeric' && isTextField(element)

/** The quantity that has the focus, or gets it soon. */
function quantityField(): Promise<TextField | undefined> {
  const { activeElement } = document
  if (isQuantityField(activeElement)) return Promise.resolve(activeElement)
  return new Promise(resolve => {
    const settle = (field?: TextField) => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      resolve(field)
    }
    const look = ({ target }: FocusEvent) => target instanceof Element && isQuantityField(target) && settle(target)
    const timer = setTimeout(() => settle(), FIELD_COMES_WITHIN)
    document.addEventListener('focusin', look)
  })
}

/** What the browser does when Enter is pressed in a field. */
function pressEnter(field: TextField) {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  if (field.dispatchEvent(enter)) field.form?.requestSubmit()
}
