import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { barcodeIn } from '#contract/gs1.ts'
import type { ScannedPackage } from '#contract/gs1-packages.ts'
import { lotText } from '#contract/lot-labels.ts'
import { type Lot, listLots, unpickedOf } from '#contract/lots.ts'
import type { PickingLine } from '#contract/order-lots.ts'
import { findInWarehouses } from '#contract/products.ts'
import { isRequestError, request, requestPage } from '../../../api.ts'
import { announce } from '../../../ui/announce.ts'
import { today } from '../../../ui/clock.ts'
import { useIsMounted } from '../../../ui/is-mounted.ts'
import { wholeText } from '../../../ui/number-text.ts'
import { toast } from '../../../ui/toaster.tsx'
import { enqueueScan, untilDialogsAreClosed } from '../../scanning/scan-queue.ts'
import { soundScan } from '../../scanning/scan-sound.ts'
import { useScanner } from '../../scanning/scanner.ts'
import { shelfFaultOf } from '../lot-fault.ts'
import { handOutFault } from './lot-warning.ts'
import { isLot, partKey, partsOf, type ScannedPart, scannedPart } from './scanned-part.ts'
import type { useTicks } from './ticks.ts'

/** The result of the last scan, in Turkish: the goods that were ticked, or why none were. */
export type ScanNote = { kind: 'found' | 'wrong'; text: string; part?: string }
/** A scanned lot that may be taken instead of the proposed ones; `free` is the quantity that no order has picked. */
type OtherLot = { lot: Lot; free: number }

const LOTS_PER_PAGE = 100

/** Ticks the scanned parts of an order's lines, wherever the focus is. `scanned` processes a code of the camera. */
export function usePickingScans(lines: readonly PickingLine[], { ticked, tick }: ReturnType<typeof useTicks>) {
  const [note, setNote] = useState<ScanNote>()
  const [otherLot, setOtherLot] = useState<OtherLot>()
  const report = (kind: ScanNote['kind'], text: string, part?: string) => {
    soundScan(kind === 'found' ? 'found' : 'unknown')
    // An error is announced to screen readers by the strip that shows it.
    if (kind === 'found') announce(text)
    flushSync(() => setNote({ kind, text, ...(part && { part }) }))
  }
  const tickPart = ({ line, part, wasTicked }: Extract<ScannedPart, { kind: 'part' }>) => {
    const fault = part.lot && handOutFault(part.lot, line)
    if (fault) return report('wrong', `${line.product_name} · ${part.text}: ${fault}`)
    flushSync(() => tick(part.key, true))
    const goods = [line.product_name, part.text, `${wholeText(part.quantity)} ${line.unit}`].filter(Boolean).join(' · ')
    report('found', wasTicked ? `${goods}: önceden işaretlenmiş` : goods, part.key)
  }
  const takeNow = async (code: string) => {
    const found = scannedPart(lines, ticked, code, today())
    if (found.kind === 'part') return tickPart(found)
    if (found.kind === 'absent') return report('wrong', await absenceOf(found.barcode))
    const open = found.lines.filter(line => partsOf(line).some(({ key }) => !ticked.has(key)))
    const done = found.lines.find(line => !open.includes(line))
    const other = await findOtherLot(open, done, found.label)
    if ('fault' in other) return report('wrong', other.fault)
    soundScan('unknown')
    flushSync(() => {
      setNote(undefined)
      setOtherLot(other)
    })
  }
  const take = useTurns(takeNow)
  const scanned = (code: string) => enqueueScan(() => take(code))
  useScanner(
    (_, __, code) => () => take(code),
    () => true,
  )
  const taken = (quantity: number) => {
    if (!otherLot) return
    const { lot } = otherLot
    const part = partKey(lot.product_id, lot.id, quantity)
    tick(part, true)
    setOtherLot(undefined)
    report('found', `${lot.product_name} · ${lotText(lot)}`, part)
  }
  /** To be called when a part is ticked by hand, after which the fault of a scan is no longer of interest. */
  const clearFault = () => setNote(before => (before?.kind === 'wrong' ? undefined : before))
  return { note, otherLot, scanned, taken, clearFault, close: () => setOtherLot(undefined) }
}

/** Processes a scan when its turn comes, with the state that is shown then. */
function useTurns(takeNow: (code: string) => Promise<void>) {
  const latest = useRef(takeNow)
  useEffect(() => {
    latest.current = takeNow
  })
  const isMounted = useIsMounted()
  return async (code: string) => {
    await untilDialogsAreClosed()
    if (isMounted.current) await latest.current(code)
    else toast.warning(`“${barcodeIn(code)}” okutuldu, ama ekrandan çıkıldığı için alınmadı`)
    return isMounted.current
  }
}

/** The message that a product is not in the order, with its name if that can be found, else with the barcode. */
async function absenceOf(barcode: string): Promise<string> {
  try {
    const [product] = await request(findInWarehouses, { params: { barcode } })
    if (product) return `${product.name} bu siparişte yok`
  } catch (error) {
    if (!isRequestError(error)) throw error
  }
  return `“${barcode}” bu siparişte yok`
}

/**
 * The lot that a package belongs to, if it may be taken for one of the open lines; else the reason why not. `done` is a
 * ticked line with the same barcode, to whose product the package may belong as well.
 */
async function findOtherLot(
  open: readonly PickingLine[],
  done: PickingLine | undefined,
  label: ScannedPackage,
): Promise<OtherLot | NoLot> {
  const faults: NoLot[] = []
  if (done) faults.push({ fault: `${done.product_name}: satır işaretli, okutulan başka bir parti`, isUnknown: true })
  for (const line of open) {
    const found = await lotFor(line, label)
    if ('lot' in found) return found
    faults.push(found)
  }
  // Why a lot cannot be taken says more than that the product of another line has no such lot.
  return faults.find(({ isUnknown }) => !isUnknown) ?? faults[0]!
}

/** Why a lot cannot be taken, in Turkish; `isUnknown` if no open line's product is known to have such a lot. */
type NoLot = { fault: string; isUnknown?: boolean }

async function lotFor(line: PickingLine, label: ScannedPackage): Promise<OtherLot | NoLot> {
  const named = label.lot === null ? 'Okutulan tarihli parti' : `“${label.lot}” partisi`
  try {
    const { items } = await requestPage(listLots, { query: { product_id: line.product_id } }, { limit: LOTS_PER_PAGE })
    const same = items.filter(lot => isLot(label, lot))
    const lot = same.find(one => shelfFaultOf(one, line) === undefined) ?? same[0]
    if (!lot) return { fault: `${line.product_name}: ${named} stokta yok`, isUnknown: true }
    const fault = shelfFaultOf(lot, line)
    if (fault) return { fault: `${line.product_name} · ${lotText(lot)}: ${fault.toLocaleLowerCase('tr')}` }
    const free = unpickedOf(lot)
    if (free === 0) return { fault: `${line.product_name} · ${lotText(lot)}: tamamı siparişlere ayrılmış` }
    return { lot, free }
  } catch (error) {
    if (!isRequestError(error)) throw error
    return { fault: `${line.product_name}: ${error.message}` }
  }
}
