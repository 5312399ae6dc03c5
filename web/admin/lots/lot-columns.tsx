import { Ban } from 'lucide-react'
import { expiryLetters } from '#contract/lot-labels.ts'
import type { Lot } from '#contract/lots.ts'
import { MAIN_WAREHOUSE } from '#contract/products.ts'
import { formatDay } from '#contract/turkish.ts'
import { nameLines } from '../../catalogue/name-lines.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { today } from '../../ui/clock.ts'
import { CutName } from '../../ui/cut-name.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { INK } from '../../ui/tone.ts'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { expiryLabel, remainingDaysOf } from './expiry-text.ts'

/**
 * The columns of the list of lots, with the warehouse if it has lots of both (`isAll`); on a phone lines with the
 * quantity on hand and the days left beside them.
 */
export const lotColumns = ({ phone, isAll }: { phone: boolean; isAll: boolean }): readonly Column<Lot>[] => [
  {
    key: 'name',
    head: 'Ürün',
    minWidth: '12rem',
    onPhone: 'title',
    cell: lot => (
      <>
        {phone ? (
          <CutName name={lot.product_name} className="font-medium leading-5" />
        ) : (
          <span title={lot.product_name} className={`${nameLines(lot.product_name)} font-medium leading-5`}>
            {lot.product_name}
          </span>
        )}
        {phone ? (
          <span className="block break-words font-normal text-ink-soft text-xs leading-4">{phoneLine(lot, isAll)}</span>
        ) : (
          <span className={SECOND_LINE}>
            {lot.brand} {isAll && <WarehouseBadge warehouse={lot.warehouse} />}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'code',
    head: 'Parti no',
    width: '9.5rem',
    onPhone: 'nowhere',
    cell: ({ code, blocked_at }) => (
      <>
        <span className="wrap-anywhere block font-medium tabular-nums leading-5">{code}</span>
        {blocked_at && <Blocked />}
      </>
    ),
  },
  ...EXPIRY,
  {
    key: 'on_hand',
    head: 'Eldeki',
    width: '7.5rem',
    numeric: true,
    onPhone: 'aside',
    cell: lot => <OnHand lot={lot} phone={phone} />,
  },
  ...FIGURES,
  {
    key: 'supplier',
    head: 'Tedarikçi',
    hideOrder: 1,
    width: '10rem',
    onPhone: 'nowhere',
    cell: ({ supplier }) => <span className="line-clamp-2 break-words">{supplier ?? '–'}</span>,
  },
]

const EXPIRY: readonly Column<Lot>[] = [
  {
    key: 'expiry',
    head: 'Tarih',
    width: '7rem',
    onPhone: 'nowhere',
    cell: ({ expires_on, expiry_kind }) =>
      expires_on ? (
        <>
          <span className="block whitespace-nowrap tabular-nums leading-5">{formatDay(expires_on)}</span>
          <span className={SECOND_LINE}>{expiryLetters(expiry_kind)}</span>
        </>
      ) : (
        '–'
      ),
  },
  {
    key: 'left',
    head: 'Kalan',
    width: '7.5rem',
    numeric: true,
    onPhone: 'nowhere',
    cell: lot => <Left lot={lot} />,
  },
]

const FIGURES: readonly Column<Lot>[] = [
  {
    key: 'picked',
    head: 'Hazırlanan',
    hideOrder: 2,
    width: '6.5rem',
    numeric: true,
    onPhone: 'nowhere',
    cell: ({ picked_quantity }) => (picked_quantity === 0 ? '–' : quantityText(picked_quantity)),
  },
  {
    key: 'value',
    head: 'Değer',
    hideOrder: 3,
    width: '8rem',
    numeric: true,
    onPhone: 'nowhere',
    cell: ({ value }) => <Money amount={value} />,
  },
]

/** Whether a row has as many lines for both states of a lot: the mark of a blocked one is a line of its own. */
export const hasSameRow = (before: Lot, after: Lot) => linesOf(before) === linesOf(after)

const linesOf = ({ product_name, code, supplier, blocked_at }: Lot) =>
  [product_name, code, supplier, blocked_at !== null].join()

const SECOND_LINE = 'block truncate font-normal text-ink-soft text-xs leading-4'

const phoneLine = (lot: Lot, isAll: boolean) =>
  [
    lot.blocked_at && 'Engellendi',
    lot.code,
    expiryLabel(lot),
    isAll && lot.warehouse !== MAIN_WAREHOUSE && lot.warehouse,
  ]
    .filter(Boolean)
    .join(' · ')

export const Blocked = () => (
  <Badge tone="red" icon={Ban}>
    Engellendi
  </Badge>
)

/** How many days are left, in the colour of its urgency. */
function Left({ lot }: { lot: Lot }) {
  const left = remainingDaysOf(lot, today())
  if (!left) return '–'
  return <span className={classNames('whitespace-nowrap font-medium', INK[left.tone])}>{left.text}</span>
}

function OnHand({ lot, phone }: { lot: Lot; phone: boolean }) {
  const { on_hand, unit } = lot
  if (!phone)
    return (
      <span className="font-semibold">
        {quantityText(on_hand)} <span className="font-normal text-ink-soft text-xs">{unit}</span>
      </span>
    )
  return (
    <span className="block text-right tabular-nums">
      <span className="block font-semibold leading-6">
        {quantityText(on_hand)} <span className="font-normal text-ink-soft text-xs">{unit}</span>
      </span>
      <span className="block text-xs leading-4">
        <Left lot={lot} />
      </span>
    </span>
  )
}
