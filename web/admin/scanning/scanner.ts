import { useEffectEvent, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { looksLikeBarcode } from '#contract/barcodes.ts'
import { barcodeIn } from '#contract/gs1.ts'
import {
  continuesRun,
  holdFor,
  isAlmostScan,
  isScan,
  isSeparator,
  isTypedByHand,
  MAX_PAUSE,
  MODIFIERS,
  type Stroke,
  textOf,
  textOfKey,
} from '../../scanning/scan-timing.ts'
import { isTextField, snapshotOf, type TextField, typeInto } from '../../ui/text-field.ts'
import { type FieldUndo, restoreFields, saveSnapshot } from './field-undo.ts'
import { recordKey } from './keys-idle.ts'
import {
  enqueueScan,
  enqueueTyped,
  forgetLastScan,
  isLastScanHidden,
  isLookingUp,
  type TakeScan,
} from './scan-queue.ts'
import { isNumericField, rememberClick, takesTypedAhead } from './typing-place.ts'

/** Receives the barcode in a scan, the focused element, and the whole code, with a package's lot and expiry. */
type OnScan = (barcode: string, target: Element, code: string) => TakeScan | undefined

type Listener = {
  scanned: OnScan
  accepts: (target: Element) => boolean
}

const listeners: Listener[] = []

/**
 * Recognizes a keyboard-wedge scanner: keys faster than typing, then Enter. Keys are held back from fields until it is
 * clear whether a scanner sent them; typed keys are then inserted into the field. `onScan` is called immediately and
 * returns the work to run after all earlier scans. `accepts` decides by the focused element whether scans are accepted;
 * of several that accept them, the one that was mounted last gets them, such as that of an open sheet.
 */
export function useScanner(onScan: OnScan, accepts: (target: Element) => boolean) {
  const scanned = useEffectEvent(onScan)
  const accepted = useEffectEvent(accepts)
  // Before the screen is painted, so that users can scan as soon as they see the field.
  useLayoutEffect(() => {
    const listener: Listener = { scanned: (...scan) => scanned(...scan), accepts: target => accepted(target) }
    listeners.unshift(listener)
    if (listeners.length === 1) listen()
    return () => {
      listeners.splice(listeners.indexOf(listener), 1)
      if (listeners.length === 0) stopListening?.()
    }
  }, [])
}

let stopListening: (() => void) | undefined

function listen() {
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  document.addEventListener('keydown', handleKey, options)
  document.addEventListener('beforeinput', handleInput, options)
  document.addEventListener('focusin', ({ target }) => rememberQuantity(target), options)
  document.addEventListener('pointerdown', handlePointer, options)
  for (const leaving of ['blur', 'pagehide']) addEventListener(leaving, release, { signal: ending.signal })
  stopListening = () => {
    release()
    run = undefined
    forgetLastScan()
    ending.abort()
  }
}

/** Keys without a pause, which may turn out to be a scan. */
type Run = {
  listener: Listener
  /** The target of the first key. A scan may move the focus; typed words end when the focus moves. */
  target: Element
  strokes: Stroke[]
  /** Text held back so far from its field, or from the page if no field has the focus. */
  held: { field: TextField | undefined; text: string; isAhead: boolean }[]
  /** Restores the fields that the keys have already reached. */
  undo: FieldUndo
  /** Removes text queued for the product that is being looked up. */
  withdraw: (() => void)[]
  timer: ReturnType<typeof setTimeout> | undefined
}

let run: Run | undefined
/** The current character has no key event of its own (on-screen keyboard) or is composed of several keys. */
let isWithoutKey = false
/** Held-back text is being inserted into its field. */
let isReplaying = false

function handleKey(event: KeyboardEvent) {
  const { key, target } = event
  recordKey()
  if (!event.isTrusted || !(target instanceof Element) || MODIFIERS.has(key)) return
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  isWithoutKey = event.isComposing || event.keyCode === 229 || COMPOSING.has(key)
  if (isWithoutKey) return release()
  if (key === 'Enter' && !isCommand && !event.repeat) return handleEnter(event, target)
  // Some scanners end a code with Tab; a user's Tab does not follow digits in a barcode's form at such a pace.
  const isCode = run !== undefined && looksLikeBarcode(textOf(run.strokes))
  if (key === 'Tab' && !isCommand && !event.shiftKey && isCode && endScan(event, target)) return
  if (run && isSeparator(event)) {
    stop(event)
    run.strokes.push({ text: textOfKey(event), at: event.timeStamp })
    return
  }
  if (key.length !== 1 || isCommand) return end()
  // Scanners do not hold keys down.
  if (event.repeat) return end()
  const current = runAt(event.timeStamp, target)
  if (!current) return
  current.strokes.push({ text: key, at: event.timeStamp })
  const field = isTextField(target) ? target : undefined
  if (!field && !(takesTypedAhead(target) && DIGITS.test(key))) return saveSnapshot(current, target)
  if (field && isTypedByHand(current.strokes) && !isTypedAhead(key, field)) {
    release()
    return saveSnapshot(current, field)
  }
  stop(event)
  holdBack(current, field, key)
}

/** The run that a key at this time belongs to, if scans are accepted at the target. */
function runAt(moment: number, target: Element): Run | undefined {
  const isElsewhere = run && run.target !== target && isTypedByHand(run.strokes)
  if (run && !isElsewhere && continuesRun(run.strokes, moment)) return run
  end()
  const listener = listeners.find(({ accepts }) => accepts(target))
  if (listener) run = { listener, target, strokes: [], held: [], undo: new Map(), withdraw: [], timer: undefined }
  return run
}

const COMPOSING = new Set(['Dead', 'Process', 'Unidentified', 'Compose'])

/** Handles characters without a key event: from an on-screen keyboard, an emoji picker or a scanner's app. */
function handleInput(event: InputEvent) {
  const { target, data, inputType, isComposing, timeStamp } = event
  if (!event.isTrusted || isReplaying || !(target instanceof Element)) return
  const isCharacter = inputType === 'insertText' && data !== null && !isComposing
  if (isCharacter && isTextField(target) && run && run.held.length > 0) {
    // Keeps the order: earlier characters are still held back.
    stop(event)
    for (const text of data) run.strokes.push({ text, at: timeStamp })
    holdBack(run, target, data)
  } else if (isCharacter && isWithoutKey) {
    const current = runAt(timeStamp, target)
    if (!current) return
    for (const text of data) current.strokes.push({ text, at: timeStamp })
    saveSnapshot(current, target)
  } else release()
}

function holdBack(current: Run, field: TextField | undefined, text: string) {
  const last = current.held[current.held.length - 1]
  // Digits that follow typed-ahead digits are also typed ahead.
  const isAhead = (last?.isAhead === true && DIGITS.test(text)) || isTypedAhead(text, field)
  if (last && last.field === field && last.isAhead === isAhead) last.text += text
  else current.held.push({ field, text, isAhead })
  waitFor(current, holdFor(current.strokes))
}

/** Whether text is meant for a product that is not shown: digits typed during its lookup, or after it in no field. */
const isTypedAhead = (text: string, field: TextField | undefined) =>
  DIGITS.test(text) && (isLookingUp() ? takesTypedAhead(field ?? document.body) : !field && isLastScanHidden())

/** Delivers the scan that this key ends; returns whether it ended one. */
function endScan(event: KeyboardEvent, target: Element): boolean {
  const ended = run
  if (!ended || !isScan(ended.strokes, event.timeStamp)) return false
  run = undefined
  clearTimeout(ended.timer)
  for (const withdraw of ended.withdraw) withdraw()
  restoreFields(ended)
  deliver(event, ended.listener, textOf(ended.strokes), target)
  return true
}

function handleEnter(event: KeyboardEvent, target: Element) {
  if (endScan(event, target)) return
  end()
  const listener = listeners.find(({ accepts }) => accepts(target))
  if (!listener) return
  if (isNumericField(target) && looksLikeBarcode(target.value.trim())) {
    const code = target.value.trim()
    restoreQuantity?.()
    deliver(event, listener, code, target)
  } else if (isLookingUp() ? takesTypedAhead(target) && !isButton(target) : isBody(target) && isLastScanHidden()) {
    stop(event)
    enqueueTyped({ enter: true }, () => undefined)
  }
}

const isButton = (target: Element) => target instanceof HTMLButtonElement
const isBody = (target: Element) => target === document.body

function deliver(event: KeyboardEvent, listener: Listener, code: string, target: Element) {
  event.preventDefault()
  // A combobox clears its text by itself when it receives the key; no other element must receive it.
  if (target.getAttribute('role') !== 'combobox') event.stopPropagation()
  rememberClick(null)
  const take = listener.scanned(barcodeIn(code), target, code)
  if (take) enqueueScan(take)
}

function stop(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

/** Ends the run as typing: inserts the held-back text into its fields. */
function end() {
  release()
  run = undefined
}

/** Inserts the held-back text into its fields. The run continues: a scanner may have paused. */
function release() {
  if (!run) return
  const current = run
  clearTimeout(current.timer)
  for (const { field, text, isAhead } of current.held.splice(0)) {
    const type = (into: TextField) => {
      // The field was saved or emptied since the last insertion: its old value must not be restored.
      const before = current.undo.get(into)
      if (before?.left !== undefined && before.left !== into.value) current.undo.delete(into)
      saveSnapshot(current, into)
      isReplaying = true
      typeInto(into, text)
      isReplaying = false
      const undo = current.undo.get(into)
      if (undo) undo.left = into.value
    }
    if (isAhead) current.withdraw.push(enqueueTyped({ text }, type))
    else if (field === document.activeElement) type(field)
    else if (field) {
      // The focus has moved on, and fields commit their value on blur.
      flushSync(() => type(field))
      flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    }
  }
}

/** Inserts held-back text before a click takes effect, except in the middle of a scan. */
function handlePointer({ target }: PointerEvent) {
  if (run && !isAlmostScan(run.strokes)) release()
  rememberClick(target)
}

const DIGITS = /^[\d.,]+$/

/** In milliseconds. On a busy page timers and key events are late: a timer later than `LATE` waits `MOMENT` longer. */
const LATE = 15
const MOMENT = 40

function waitFor(current: Run, hold: number) {
  clearTimeout(current.timer)
  const due = performance.now() + hold
  current.timer = setTimeout(() => {
    if (performance.now() - due > LATE && hold > MOMENT) waitFor(current, MOMENT)
    else release()
  }, hold)
}

let restoreQuantity: (() => void) | undefined

/** Remembers a quantity field's value: a slowly typed barcode is recognized only at Enter and must be undone. */
function rememberQuantity(target: EventTarget | null) {
  restoreQuantity = undefined
  if (!(target instanceof Element && isNumericField(target))) return
  restoreQuantity = snapshotOf(target)
  forgetLastScan()
}

/** Resolves when no field contains characters of a possible scan: until then its figures are not reliable. */
export async function untilFieldsSettle(): Promise<void> {
  for (let left = unsettledFor(); left > 0; left = unsettledFor())
    await new Promise(resolve => setTimeout(resolve, left))
}

function unsettledFor(): number {
  if (!run || (run.undo.size === 0 && run.withdraw.length === 0)) return 0
  return (run.strokes[run.strokes.length - 1]?.at ?? 0) + MAX_PAUSE - performance.now()
}
