import { isTextField, type TextField } from '../../ui/text-field.ts'
import { toast } from '../../ui/toaster.tsx'

/** Processes a scanned code when its turn comes. Returns `false` (or a promise of it) if the code was not accepted. */
export type TakeScan = () => unknown

/** Text or Enter typed after a scan, before its product is shown. */
export type TypedAhead = { text: string } | { enter: true }

type Step = { take: TakeScan } | { ahead: TypedAhead; type: (field: TextField) => void }

/** How long typed-ahead text waits for a numeric field to be focused, in milliseconds. */
const FIELD_TIMEOUT = 3000

const steps: Step[] = []
let running: Promise<void> | undefined
let pendingUserActions = 0
/** Whether the last scan was accepted: text typed for a product that was not found must not reach the open one. */
let wasLastScanAccepted = true

/** Whether text typed now is meant for a product that is still being looked up. */
export const isLookingUp = () => steps.length > 0 && pendingUserActions === 0

/** Whether the queue holds unprocessed scans or typed-ahead text. */
export const hasScansLeft = () => steps.length > 0

/** Queues a scan; scans are processed in order. */
export function enqueueScan(take: TakeScan) {
  steps.push({ take })
  run()
}

/** Queues text typed for the product scanned last. Returns a function that removes it while it is queued. */
export function enqueueTyped(ahead: TypedAhead, type: (field: TextField) => void): () => void {
  const step = { ahead, type }
  steps.push(step)
  run()
  return () => {
    const place = steps.indexOf(step)
    if (place >= 0) steps.splice(place, 1)
  }
}

/** Awaits an action of the user; what is typed meanwhile is not treated as typed ahead. */
export async function awaitUser<T>(action: Promise<T>): Promise<T> {
  pendingUserActions++
  try {
    return await action
  } finally {
    pendingUserActions--
  }
}

/** Resolves when no dialog is open: scans made under a dialog wait until it is closed. */
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
  await awaitUser(closed)
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
      if ('take' in step) wasLastScanAccepted = (await step.take()) !== false
      else if (wasLastScanAccepted) await typeAhead(step)
    } catch (error) {
      // An error in one scan must not block the next ones.
      reportError(error)
    }
    const place = steps.indexOf(step)
    if (place >= 0) steps.splice(place, 1)
  }
}

async function typeAhead(step: Extract<Step, { ahead: TypedAhead }>) {
  const field = await numericField()
  if (!field || !steps.includes(step)) return
  if ('enter' in step.ahead) pressEnter(field)
  else step.type(field)
}

/** Whether an element is an input for numbers: of quantities, but also of other figures. */
export const isNumericField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.inputMode === 'numeric' && isTextField(element)

/** The focused numeric field, or the next one focused within `FIELD_TIMEOUT`. */
function numericField(): Promise<TextField | undefined> {
  const { activeElement } = document
  if (isNumericField(activeElement)) return Promise.resolve(activeElement)
  return new Promise(resolve => {
    const settle = (field?: TextField) => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      resolve(field)
    }
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && isNumericField(target) && settle(target)
    const timer = setTimeout(() => settle(), FIELD_TIMEOUT)
    document.addEventListener('focusin', onFocus)
  })
}

/** Simulates what the browser does when Enter is pressed in a field. */
function pressEnter(field: TextField) {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  if (field.dispatchEvent(enter)) field.form?.requestSubmit()
}
