import type { TextField } from '../../ui/text-field.ts'
import { toast } from '../../ui/toaster.tsx'
import { soundScan } from './scan-sound.ts'
import { isNumericField, leaveField } from './typing-place.ts'

/** Text or Enter typed after a scan, before its product is shown. */
type TypedAhead = { text: string } | { enter: true }

/**
 * Receives text or Enter typed for a scan whose product is not shown. Returns a function that undoes that, if it can
 * be undone.
 */
export type TypedReceiver = (ahead: TypedAhead) => (() => void) | undefined

/**
 * Processes a scanned code when its turn comes. Resolves to `false` if the code was not accepted, and to a receiver of
 * the text typed for it, if it was accepted without showing its product.
 */
export type TakeScan = () => Promise<boolean | TypedReceiver>

type TypedStep = { ahead: TypedAhead; type: (field: TextField) => void; undo?: (() => void) | undefined }
type Step = { take: TakeScan } | TypedStep

/** How long typed-ahead text waits for a numeric field to be focused, in milliseconds. */
const FIELD_TIMEOUT = 3000

const steps: Step[] = []
let running: Promise<void> | undefined
let pendingUserActions = 0
/** Receives text typed after the last scan if its product is not shown: it must not reach the product that is shown. */
let receiver: TypedReceiver | undefined

/** Whether text typed now is meant for a product that is still being looked up. */
export const isLookingUp = () => steps.length > 0 && pendingUserActions === 0

/** Whether the product of the last scan is not shown, although it was processed. */
export const isLastScanHidden = () => receiver !== undefined

/** To be called when the user has moved on from the last scan. */
export function forgetLastScan() {
  receiver = undefined
}

/** Whether the queue holds unprocessed scans or typed-ahead text. */
export const hasScansLeft = () => steps.length > 0

/** Queues a scan; scans are processed in order. */
export function enqueueScan(take: TakeScan) {
  steps.push({ take })
  run()
}

/** Queues text typed for the last scanned product. Returns a function that removes it, if it has reached no field. */
export function enqueueTyped(ahead: TypedAhead, type: (field: TextField) => void): () => void {
  const step: TypedStep = { ahead, type }
  steps.push(step)
  run()
  return () => {
    const place = steps.indexOf(step)
    if (place >= 0) steps.splice(place, 1)
    else step.undo?.()
  }
}

/** Awaits an action of the user; text typed until then is not treated as typed ahead. */
export async function awaitUser<T>(action: Promise<T>): Promise<T> {
  pendingUserActions++
  try {
    return await action
  } finally {
    pendingUserActions--
  }
}

export const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Resolves when no dialog is open: scans made under a dialog wait until it is closed. */
export async function untilDialogsAreClosed() {
  if (!isDialogOpen()) return
  toast.warning('Okutulan ürün sırada; açık pencere kapanınca alınır')
  const closed = new Promise<void>(resolve => {
    const watch = new MutationObserver(() => {
      if (isDialogOpen()) return
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
      if ('take' in step) settle(await step.take())
      else if (receiver) step.undo = receiver(step.ahead)
      else await typeAhead(step)
    } catch (error) {
      // An error in one scan must not block the next ones.
      reportError(error)
    }
    const place = steps.indexOf(step)
    if (place >= 0) steps.splice(place, 1)
  }
}

function settle(outcome: boolean | TypedReceiver) {
  receiver = outcome === false ? refuseTyped : outcome === true ? undefined : outcome
  if (receiver) leaveField()
}

/** Reports with a sound and a toast that typed text is lost, as users do not watch the screen while scanning. */
export function refuseTyped(ahead: TypedAhead) {
  if ('enter' in ahead) return undefined
  soundScan('unknown')
  toast.warning('Yazdığınız miktar alınmadı: okutulan ürün ekranda değil', { id: 'typed-in-vain' })
  return undefined
}

async function typeAhead(step: TypedStep) {
  const field = await numericField()
  if (!field || !steps.includes(step)) return
  if ('enter' in step.ahead) pressEnter(field)
  else step.type(field)
}

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
