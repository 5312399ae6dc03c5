import { useState } from 'react'
import { EXPIRY_LETTERS, expiryKindOf, type LotLabel, lotText, MAX_LOT_CODE } from '#contract/lot-labels.ts'
import { listLots } from '#contract/lots.ts'
import { useListQuery } from '../../queries.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { countedLotText, isSameLot } from './counted-lot.ts'
import type { CurrentEntry } from './current-entry.ts'

const [NONE, OTHER, SCANNED] = ['none', 'other', 'scanned']
const KINDS = Object.entries(EXPIRY_LETTERS).map(([value, label]) => ({ value, label }))
const EMPTY: LotLabel = { code: '', expires_on: null, expiry_kind: 'skt' }

type CountLotProps = { entry: CurrentEntry; onLot: (lot: LotLabel | null | undefined) => void }

/** The lot of the counted goods: one of those on hand, none, or another one, whose code and date are typed. */
export function CountLot({ entry: { product, lot, lotFault, sent }, onLot }: CountLotProps) {
  const { items, isPending } = useListQuery(listLots, { query: { product_id: product.id } })
  // While a code is being typed, it may temporarily equal a known lot's.
  const [isTyped, setTyped] = useState(false)
  const known = lot && !isTyped ? items.find(one => isSameLot(one, lot)) : undefined
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
      {lot && choice === OTHER && <OtherLot lot={lot} fault={lotFault} onLot={onLot} />}
    </div>
  )
}

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
