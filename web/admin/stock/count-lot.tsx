import { useState } from 'react'
import {
  EXPIRY_LETTERS,
  expiryKindOf,
  expiryLetters,
  type LotLabel,
  lotText,
  MAX_LOT_CODE,
} from '#contract/lot-labels.ts'
import { listLots } from '#contract/lots.ts'
import { formatDay } from '#contract/turkish.ts'
import { useListQuery } from '../../queries.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { countedLotText, isSameLot, type KnownLot, knownLotOf, questionAbout } from './counted-lot.ts'
import type { CurrentEntry } from './current-entry.ts'
import { QuestionStrip } from './lot-question.tsx'

const [NONE, OTHER, SCANNED] = ['none', 'other', 'scanned']
const KINDS = Object.entries(EXPIRY_LETTERS).map(([value, label]) => ({ value, label }))
const EMPTY: LotLabel = { code: '', expires_on: null, expiry_kind: 'skt' }

type CountLotProps = {
  entry: CurrentEntry
  /** The lots of the product that are on hand or counted. */
  lots: readonly KnownLot[]
  onChange: (change: Pick<CurrentEntry, 'lot'> | Pick<CurrentEntry, 'new_lot'>) => void
}

/** The lot of the counted goods: one of those on hand, none, or another one, whose code and date are typed. */
export function CountLot({ entry, lots, onChange }: CountLotProps) {
  const { product, lot, lotFault, sent } = entry
  const onLot = (chosen: CurrentEntry['lot']) => onChange({ lot: chosen })
  const { items, isPending } = useListQuery(listLots, { query: { product_id: product.id } })
  // While a code or a date is being typed, the lot may temporarily be a known one.
  const [isTyped, setTyped] = useState(false)
  const named = lot && !isTyped ? (knownLotOf(lots, lot) ?? lot) : undefined
  const known = named && items.find(one => isSameLot(one, named))
  // Until the lots are loaded, a scanned one is not taken for another, whose fields would appear and disappear.
  const isScanned = isPending && lot && !isTyped
  const choice = lot === undefined ? '' : lot === null ? NONE : isScanned ? SCANNED : (known?.id ?? OTHER)
  const choose = (value: string) => {
    setTyped(value === OTHER)
    const chosen = items.find(({ id }) => id === value)
    if (chosen) onLot({ code: chosen.code, expires_on: chosen.expires_on, expiry_kind: chosen.expiry_kind })
    else onLot(value === NONE ? null : value === OTHER ? EMPTY : undefined)
  }
  return (
    <div className="grid min-w-0 gap-3" inert={sent !== undefined}>
      <Field label="Parti" required {...(choice !== OTHER && lotFault && { error: lotFault })}>
        <Select
          placeholder="Parti seçin"
          options={[
            ...(isScanned ? [{ value: SCANNED, label: countedLotText(lot) }] : []),
            ...items.map(one => ({ value: one.id, label: lotText(one) })),
            { value: NONE, label: 'Partisiz' },
            { value: OTHER, label: 'Listede yok: parti no yazılacak' },
          ]}
          value={choice}
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {lot && choice === OTHER && (
        <OtherLot
          lot={lot}
          fault={lotFault}
          onLot={typed => {
            setTyped(true)
            onLot(typed)
          }}
        />
      )}
      {!isScanned && (
        <KnownExpiries
          entry={entry}
          lots={lots}
          onChange={change => {
            setTyped(false)
            onChange(change)
          }}
        />
      )}
    </div>
  )
}

/** The question about a lot whose code is known with another expiry, or another kind of it. */
function KnownExpiries({ entry, lots, onChange }: CountLotProps) {
  const question = questionAbout(entry, lots)
  const { lot } = entry
  if (!question || !lot) return null
  const answers = question.known.map(one => ({
    label: answerLabel(one, lot),
    onAnswer: () => onChange({ lot: labelOf(one) }),
  }))
  // One without an expiry is refused, as it could be any of the known lots, and goods of a lot have one kind.
  const canStay = lot.expires_on && !question.known.some(one => one.on_hand !== 0 && isSameLot(one, lot))
  const isOfKind = question.known.every(one => isSameLot(one, lot))
  const stays = isOfKind ? expiryLetters(lot.expiry_kind ?? null) : formatDay(lot.expires_on ?? '')
  const other = canStay ? [{ label: `${stays} kalsın`, onAnswer: () => onChange({ new_lot: lot }) }] : []
  return <QuestionStrip text={question.text} answers={[...answers, ...other]} />
}

/** The button that gives an entry the expiry of a known lot, or its kind. */
function answerLabel(known: KnownLot, lot: LotLabel) {
  if (isSameLot(known, lot)) return `${expiryLetters(known.expiry_kind)} yap`
  return known.expires_on ? `${formatDay(known.expires_on)} yap` : 'Tarihi sil'
}

const labelOf = ({ code, expires_on, expiry_kind }: KnownLot): LotLabel => ({ code, expires_on, expiry_kind })

type OtherLotProps = { lot: LotLabel; fault: string | undefined; onLot: (lot: LotLabel) => void }

function OtherLot({ lot, fault, onLot }: OtherLotProps) {
  const lacksCode = lot.code.trim() === ''
  const error = fault === undefined ? undefined : { error: fault }
  return (
    <div className="grid min-w-0 grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,20rem)_6.5rem_10rem]">
      <Field label="Parti no" className="max-sm:col-span-2" required {...(lacksCode && error)}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={MAX_LOT_CODE}
          value={lot.code}
          onChange={({ target }) => onLot({ ...lot, code: target.value })}
        />
      </Field>
      <Field label="Tarih türü">
        <Select
          options={KINDS}
          value={expiryKindOf(lot.expiry_kind)}
          onChange={({ target }) => onLot({ ...lot, expiry_kind: target.value === 'tett' ? 'tett' : 'skt' })}
        />
      </Field>
      <Field label="Son tarih" {...(!lacksCode && error)}>
        <DateInput value={lot.expires_on ?? ''} onDay={day => onLot({ ...lot, expires_on: day || null })} />
      </Field>
    </div>
  )
}
