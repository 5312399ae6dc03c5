import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { looksLikeBarcode } from '#contract/barcodes.ts'
import { isTextField, snapshotOf, type TextField, typeInto } from '../ui/text-field.ts'
import { noteKey } from './keys-at-rest.ts'
import {
  continuesRun,
  holdFor,
  isAlmostScan,
  isScan,
  isTypedByHand,
  LONGEST_PAUSE,
  type Stroke,
  textOf,
} from './scan-keys.ts'
import { enqueueScan, enqueueTyped, isLookingUp, isQuantityField, type TakeScan } from './scan-queue.ts'

type Reader = {
  scanned: (code: string, target: Element) => TakeScan | undefined
  isMine: (target: Element) => boolean
}

const readers: Reader[] = []

/**
 * Hears a scanner that types: keys quicker than fingers, then Enter. Its keys reach no field: they are held back until it
 * is clear who types, and a person's are typed into the field then. `onScan` is called at once and answers what is to be
 * done after all earlier scans were dealt with. `isMine` says of what has the focus whether it is heard there.
 */
export function useScanner(
  onScan: (code: string, target: Element) => TakeScan | undefined,
  isMine: (target: Element) => boolean,
) {
  const scanned = useEffectEvent(onScan)
  const mine = useEffectEvent(isMine)
  useEffect(() => {
    const reader: Reader = { scanned: (code, target) => scanned(code, target), isMine: target => mine(target) }
    readers.push(reader)
    if (readers.length === 1) listen()
    return () => {
      readers.splice(readers.indexOf(reader), 1)
      if (readers.length === 0) stopListening?.()
    }
  }, [])
}

let stopListening: (() => void) | undefined

function listen() {
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  document.addEventListener('keydown', hearKey, options)
  document.addEventListener('beforeinput', hearInput, options)
  document.addEventListener('focusin', ({ target }) => rememberQuantity(target), options)
  document.addEventListener('pointerdown', hearPointer, options)
  for (const leaving of ['blur', 'pagehide']) addEventListener(leaving, release, { signal: ending.signal })
  stopListening = () => {
    release()
    run = undefined
    ending.abort()
  }
}

/** Keys without a pause, which may become a scan. */
type Run = {
  reader: Reader
  /** Where its first key went: a scan may lead the focus elsewhere, a person's words end there. */
  target: Element
  strokes: Stroke[]
  /** What was kept so far from its field, or from the page where no field has the focus. */
  held: { field: TextField | undefined; text: string; isAhead: boolean }[]
  /** Undoes what has reached a field already; `left` is what stood there after it, where that is known. */
  undo: Map<Element, { putBack: () => void; left?: string }>
  /** Takes back what waits for the product that is being looked up. */
  withdraw: (() => void)[]
  timer: ReturnType<typeof setTimeout> | undefined
}

let run: Run | undefined
/** A character that comes without a key of its own, as from an on-screen keyboard, or is composed of several. */
let isWithoutKey = false
/** What was held back is being typed into its field. */
let isReplaying = false

function hearKey(event: KeyboardEvent) {
  const { key, target } = event
  noteKey()
  if (!event.isTrusted || !(target instanceof Element) || SILENT.has(key)) return
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  isWithoutKey = event.isComposing || event.keyCode === 229 || COMPOSING.has(key)
  if (isWithoutKey) return release()
  if (key === 'Enter' && !isCommand && !event.repeat) return hearEnter(event, target)
  // Some scanners end a code with Tab; so do people who fill in a form, but not such numbers at such a pace.
  const isCode = run !== undefined && looksLikeBarcode(textOf(run.strokes))
  if (key === 'Tab' && !isCommand && !event.shiftKey && isCode && hearScan(event, target)) return
  if (key.length !== 1 || isCommand) return end()
  // A key that is held down repeats itself: no scanner does that.
  if (event.repeat) return end()
  const current = runAt(event.timeStamp, target)
  if (!current) return
  current.strokes.push({ text: key, at: event.timeStamp })
  const field = isTextField(target) ? target : undefined
  if (!field && !(target === document.body && FIGURES.test(key))) return keepSnapshot(current, target)
  if (field && isTypedByHand(current.strokes) && !isTypedAhead(key, field)) {
    release()
    return keepSnapshot(current, field)
  }
  stop(event)
  holdBack(current, field, key)
}

/** The run that a key of this moment belongs to, where a scanner is heard. */
function runAt(moment: number, target: Element): Run | undefined {
  const isElsewhere = run && run.target !== target && isTypedByHand(run.strokes)
  if (run && !isElsewhere && continuesRun(run.strokes, moment)) return run
  end()
  const reader = readers.find(({ isMine }) => isMine(target))
  if (reader) run = { reader, target, strokes: [], held: [], undo: new Map(), withdraw: [], timer: undefined }
  return run
}

const SILENT = new Set(['Shift', 'CapsLock'])
const COMPOSING = new Set(['Dead', 'Process', 'Unidentified', 'Compose'])

/** A character that comes without a key of its own: from an on-screen keyboard, an emoji picker or a scanner's app. */
function hearInput(event: InputEvent) {
  const { target, data, inputType, isComposing, timeStamp } = event
  if (!event.isTrusted || isReplaying || !(target instanceof Element)) return
  const isCharacter = inputType === 'insertText' && data !== null && !isComposing
  if (isCharacter && isTextField(target) && run && run.held.length > 0) {
    // What was typed before it comes before it.
    stop(event)
    for (const text of data) run.strokes.push({ text, at: timeStamp })
    holdBack(run, target, data)
  } else if (isCharacter && isWithoutKey) {
    const current = runAt(timeStamp, target)
    if (!current) return
    for (const text of data) current.strokes.push({ text, at: timeStamp })
    keepSnapshot(current, target)
  } else release()
}

function holdBack(current: Run, field: TextField | undefined, text: string) {
  const last = current.held[current.held.length - 1]
  // What follows a figure that has to wait waits behind it.
  const isAhead = (last?.isAhead === true && FIGURES.test(text)) || isTypedAhead(text, field)
  if (last && last.field === field && last.isAhead === isAhead) last.text += text
  else current.held.push({ field, text, isAhead })
  waitFor(current, holdFor(current.strokes))
}

/** By the time that figures are typed, another product may be on the screen. */
const isTypedAhead = (text: string, field: TextField | undefined) =>
  isLookingUp() && FIGURES.test(text) && takesTypedAhead(field ?? document.body)

/** Takes up the scan that this key ends, if it ends one. */
function hearScan(event: KeyboardEvent, target: Element): boolean {
  const ended = run
  if (!ended || !isScan(ended.strokes, event.timeStamp)) return false
  run = undefined
  clearTimeout(ended.timer)
  for (const withdraw of ended.withdraw) withdraw()
  takeOut(ended)
  deliver(event, ended.reader, textOf(ended.strokes), target)
  return true
}

function hearEnter(event: KeyboardEvent, target: Element) {
  if (hearScan(event, target)) return
  end()
  const reader = readers.find(({ isMine }) => isMine(target))
  if (!reader) return
  if (isQuantityField(target) && looksLikeBarcode(target.value.trim())) {
    const code = target.value.trim()
    quantityBefore?.()
    deliver(event, reader, code, target)
  } else if (isLookingUp() && takesTypedAhead(target)) {
    stop(event)
    enqueueTyped({ enter: true }, () => undefined)
  }
}

function deliver(event: KeyboardEvent, reader: Reader, code: string, target: Element) {
  event.preventDefault()
  // A combobox forgets what was typed by itself; nothing else has to hear of this key.
  if (target.getAttribute('role') !== 'combobox') event.stopPropagation()
  pointedAt = undefined
  const take = reader.scanned(code, target)
  if (take) enqueueScan(take)
}

function stop(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

/** Types what was held back into its fields, since a person typed it, and begins anew. */
function end() {
  release()
  run = undefined
}

/** Types what was held back into its fields. The run goes on: a scanner may have paused. */
function release() {
  if (!run) return
  const current = run
  clearTimeout(current.timer)
  for (const { field, text, isAhead } of current.held.splice(0)) {
    const type = (into: TextField) => {
      // What was saved or emptied since the last piece is not to come back.
      const before = current.undo.get(into)
      if (before?.left !== undefined && before.left !== into.value) current.undo.delete(into)
      keepSnapshot(current, into)
      isReplaying = true
      typeInto(into, text)
      isReplaying = false
      const undo = current.undo.get(into)
      if (undo) undo.left = into.value
    }
    if (isAhead) current.withdraw.push(enqueueTyped({ text }, type))
    else if (field === document.activeElement) type(field)
    else if (field) {
      // The focus has moved on meanwhile. Fields take what was typed when they are left.
      flushSync(() => type(field))
      flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    }
  }
}

/** The quantity that a person has pressed into since the last scan: what they type there is meant for it. */
let pointedAt: Element | undefined

/** What a person does next comes after what they typed; in the middle of a scan, the scan comes first. */
function hearPointer({ target }: PointerEvent) {
  if (run && !isAlmostScan(run.strokes)) release()
  pointedAt = target instanceof Element && isQuantityField(target) ? target : undefined
}

const FIGURES = /^[\d.,]+$/

/** Where a quantity may be typed before its product is on the screen. */
const takesTypedAhead = (target: Element) =>
  target === document.body ||
  (target !== pointedAt &&
    (isQuantityField(target) || isEmptyCombobox(target)) &&
    !target.closest('[role=dialog], [role=alertdialog]'))

const isEmptyCombobox = (target: Element) =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' && target.value === ''

/** The timer of a busy page is late, and so are the keys that wait behind it: they are given another moment. */
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

function keepSnapshot({ undo }: Run, field: Element) {
  if (undo.has(field) || field.getAttribute('role') === 'combobox') return
  const putBack = snapshotOf(field)
  if (putBack) undo.set(field, { putBack })
}

/** Takes out of the fields what a scan has typed there. One that was saved or emptied since is left as it is. */
function takeOut({ undo }: Run) {
  for (const [field, { putBack, left }] of undo) {
    if (left !== undefined && Reflect.get(field, 'value') !== left) continue
    putBack()
    // A field's own leaving settles what it shows.
    if (field instanceof HTMLElement && field === document.activeElement && isTextField(field)) field.blur()
  }
}

let quantityBefore: (() => void) | undefined

/** A barcode that is typed slowly is not known before Enter. */
function rememberQuantity(target: EventTarget | null) {
  quantityBefore = target instanceof Element && isQuantityField(target) ? snapshotOf(target) : undefined
}

/** When nothing that may be a part of a code stands in a field: until then, no figure there is to be trusted. */
export async function untilFieldsAreTrue(): Promise<void> {
  for (let left = leakedFor(); left > 0; left = leakedFor()) await new Promise(resolve => setTimeout(resolve, left))
}

function leakedFor(): number {
  if (!run || (run.undo.size === 0 && run.withdraw.length === 0)) return 0
  return (run.strokes[run.strokes.length - 1]?.at ?? 0) + LONGEST_PAUSE - performance.now()
}
