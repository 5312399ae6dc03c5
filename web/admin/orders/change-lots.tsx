import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { Quantity } from '#checked/quantity.ts'
import { lotText } from '#contract/lot-labels.ts'
import { type Lot, listLots, unpickedOf } from '#contract/lots.ts'
import { lineLotsText, MAX_PICK_REASON, type PickedLine, pickLots, whyNotProposed } from '#contract/order-lots.ts'
import { useCommand } from '../../command.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { MoreButton } from '../../lists/more-button.tsx'
import { useListQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { today } from '../../ui/clock.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { faultOf } from './lot-fault.ts'
import { sharesOf } from './picking/scanned-part.ts'

type ChangeLotsProps = {
  order_id: string
  line: PickedLine
  /** Called before the dialog closes with saved lots. */
  onChanged?: (() => void) | undefined
  onClose: () => void
}

/** Chooses the lots of a line of an order that is being prepared. Passing over an earlier expiry requires a reason. */
export function ChangeLots({ order_id, line, onChanged, onClose }: ChangeLotsProps) {
  const form = useId()
  const choice = useChoice({ order_id, line, onChanged, onClose })
  return (
    <FormDialog
      open
      whole
      focusTitle
      onClose={onClose}
      title="Partileri değiştir"
      description={`${line.product_name}: ${wholeText(line.quantity)} ${line.unit}`}
      form={form}
      isChanged={choice.isChanged}
      loss="Seçtiğiniz partiler kaydedilmedi."
      busy={choice.isSaving}
      busyText="Partiler kaydediliyor"
      disabled={choice.isFaulty}
    >
      <form
        id={form}
        className="grid gap-3"
        onSubmit={event => {
          event.preventDefault()
          choice.save()
        }}
      >
        {choice.isOutdated && (
          <AlertStrip kind="warning" title="Siz bakarken değişti">
            {lotsText(line)}
          </AlertStrip>
        )}
        <ChosenLots line={line} choice={choice} />
        <Field
          label="Neden"
          hint="Daha erken tarihli parti varken sonrakini ya da önerilmeyen bir partiyi seçiyorsanız yazın"
          error={choice.reasonFault}
        >
          <TextInput
            autoComplete="off"
            maxLength={MAX_PICK_REASON}
            value={choice.reason}
            onChange={event => choice.setReason(event.target.value)}
          />
        </Field>
        {choice.fault && <AlertStrip kind="error">{choice.fault}</AlertStrip>}
      </form>
    </FormDialog>
  )
}

/** The quantity chosen of each lot, the reason, and the errors that the server reported. */
function useChoice({ order_id, line, onChanged, onClose }: ChangeLotsProps) {
  const { chosen, choose, reason, setReason, seen, isOutdated, take } = useDraft(line.lots)
  const isChanged = reason !== reasonOf(seen) || isEdited(chosen, seen)
  const quantities = [...chosen.values()]
  const sum = quantities.reduce((total, quantity) => total + (chosenQuantityFault(quantity) ? 0 : quantity), 0)
  const isFaulty = sum > line.quantity || quantities.some(chosenQuantityFault)
  const { run, pending, error } = useCommand(pickLots, {
    showError: 'inline',
    onReply: ({ message }) => {
      toast.success(message)
      onChanged?.()
      onClose()
    },
  })
  // Another admin has changed the lots, as a live update or the refetch after a refusal shows.
  if (!pending) take(line.lots)
  const reasonFault = error?.errors.find(({ field }) => field === 'reason')?.message
  const save = () => {
    if (isFaulty) return
    const lots = [...chosen].filter(([, quantity]) => quantity > 0).map(([lot_id, quantity]) => ({ lot_id, quantity }))
    const body = { product_id: line.product_id, lots, reason: reason.trim() || null, seen: sharesOf(seen) }
    void run({ params: { id: order_id }, body })
  }
  const isShown = reasonFault !== undefined || (isOutdated && error?.is(pickLots, 'lots_changed'))
  const fault = isShown ? undefined : error?.message
  const state = { isChanged, isFaulty, isOutdated, isSaving: pending, reasonFault, fault }
  return { chosen, choose, reason, setReason, sum, save, ...state }
}

type Lots = PickedLine['lots']
type Chosen = ReadonlyMap<string, number>

/**
 * The entered quantities and reason, and the lots that the user has `seen`. `take` takes over lots that have changed
 * since, except where the user has entered something; `isOutdated` says that they are not as entered.
 */
function useDraft(lots: Lots) {
  const [seen, setSeen] = useState(lots)
  const [chosen, setChosen] = useState<Chosen>(() => quantitiesOf(lots))
  const [reason, setReason] = useState(reasonOf(lots))
  const [isOutdated, setOutdated] = useState(false)
  const take = (now: Lots) => {
    if (textOf(now) === textOf(seen)) return
    const before = quantitiesOf(seen)
    const edited = [...chosen].filter(([id, quantity]) => quantity !== (before.get(id) ?? 0))
    setSeen(now)
    setChosen(new Map([...quantitiesOf(now), ...edited]))
    if (reason === reasonOf(seen)) setReason(reasonOf(now))
    setOutdated(isEdited(chosen, now))
  }
  const choose = (id: string, quantity: number | undefined) => setChosen(new Map(chosen).set(id, quantity ?? 0))
  return { chosen, choose, reason, setReason, seen, isOutdated, take }
}

/** The lots for a comparison, without what concerns other orders as well. */
const textOf = (lots: Lots) => JSON.stringify(lots.map(({ too_little: _, ...lot }) => lot))
const quantitiesOf = (lots: Lots): Chosen => new Map(lots.map(({ lot_id, quantity }) => [lot_id, quantity]))
const reasonOf = (lots: Lots) => lots.find(lot => lot.reason)?.reason ?? ''

/** Whether the chosen quantities differ from those of these lots. */
function isEdited(chosen: Chosen, lots: Lots) {
  const before = quantitiesOf(lots)
  return [...before.keys(), ...chosen.keys()].some(id => (chosen.get(id) ?? 0) !== (before.get(id) ?? 0))
}

/** The lots that a line gets, with the reason for which they were chosen. */
const lotsText = (line: PickedLine) =>
  [lineLotsText(line) || 'Parti seçili değil', reasonOf(line.lots)].filter(Boolean).join(' · ')

/** What is wrong with the quantity chosen of a lot, in Turkish; 0 chooses none of it. */
function chosenQuantityFault(quantity: number): string | undefined {
  return quantity === 0 ? undefined : z.safeParse(Quantity, quantity).error?.issues[0]?.message
}

/** The lots of the line's product, each with the chosen quantity, and their sum. */
function ChosenLots({ line, choice }: { line: PickedLine; choice: ReturnType<typeof useChoice> }) {
  const list = useListQuery(listLots, { query: { product_id: line.product_id } })
  const unlisted = useUnlisted(line.lots, list.items, choice.chosen)
  return (
    <>
      <ListStates query={list} empty={<p>Bu üründen partili stok yok.</p>}>
        <ul className="grid gap-2">
          {list.items.map(lot => (
            <LotChoice
              key={lot.id}
              lot={lot}
              line={line}
              own={line.lots.find(one => one.lot_id === lot.id)?.quantity ?? 0}
              value={choice.chosen.get(lot.id)}
              onValue={value => choice.choose(lot.id, value)}
            />
          ))}
        </ul>
      </ListStates>
      <MoreButton query={list} />
      {list.data && !list.hasNextPage && unlisted.length > 0 && (
        <ul className="grid gap-2">
          {unlisted.map(([id, lot]) => (
            <LotQuantity
              key={id}
              lot={lot}
              note="Elde kalmadı"
              value={choice.chosen.get(id)}
              onValue={value => choice.choose(id, value)}
            />
          ))}
        </ul>
      )}
      <output className="text-sm">
        Seçilen: <span className="font-medium tabular-nums">{wholeText(choice.sum)}</span> / {wholeText(line.quantity)}{' '}
        {line.unit}
      </output>
    </>
  )
}

type LabelledLot = Pick<Lot, 'code' | 'expires_on' | 'expiry_kind'>

/**
 * The chosen lots that are not in the list, by id: nothing is on hand of them any more, but their quantities count until
 * they are set to 0.
 */
function useUnlisted(own: Lots, listed: readonly Lot[], chosen: Chosen) {
  const [known, setKnown] = useState<ReadonlyMap<string, LabelledLot>>(new Map())
  const shown = new Map<string, LabelledLot>([
    ...own.map(lot => [lot.lot_id, lot] as const),
    ...listed.map(lot => [lot.id, lot] as const),
  ])
  if ([...shown.keys()].some(id => !known.has(id))) setKnown(new Map([...known, ...shown]))
  return [...known].filter(([id]) => chosen.has(id) && !listed.some(lot => lot.id === id))
}

type QuantityProps = { value: number | undefined; onValue: (value: number | undefined) => void }
type LotChoiceProps = QuantityProps & { lot: Lot; line: PickedLine; own: number }

/** A lot with its chosen quantity, and the reason why it was not proposed or cannot be chosen. */
function LotChoice({ lot, line, own, value, onValue }: LotChoiceProps) {
  const fault = faultOf(lot, line)
  const why = fault ? undefined : whyNotProposed(lot, line, today())
  const note = fault ?? `Boşta ${wholeText(unpickedOf(lot, own))} ${lot.unit}`
  const isFixed = fault !== undefined && value === undefined
  return <LotQuantity {...{ lot, note, why, isFixed, value, onValue }} />
}

type LotQuantityProps = QuantityProps & {
  lot: LabelledLot
  note: string
  why?: string | undefined
  /** Whether none can be chosen, so that there is no field. */
  isFixed?: boolean
}

function LotQuantity({ lot, note, why, isFixed = false, value, onValue }: LotQuantityProps) {
  const wrong = value === undefined ? undefined : chosenQuantityFault(value)
  const wrongId = useId()
  return (
    <li className="grid grid-cols-[1fr_7rem] items-center gap-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{lotText(lot)}</p>
        <p className="text-ink-soft text-sm">{note}</p>
        {why && <p className="text-sm text-yellow-ink">Önerilmedi: {why}</p>}
        {wrong && <FieldError id={wrongId}>{wrong}</FieldError>}
      </div>
      {!isFixed && (
        <NumberInput
          aria-label={`${lotText(lot)} miktarı`}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong && wrongId}
          decimals={0}
          value={value}
          onValue={onValue}
        />
      )}
    </li>
  )
}
