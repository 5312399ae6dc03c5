import type { ReactNode } from 'react'
import { FEE_LABEL } from '#contract/delivery-days.ts'
import { type Kurus, kurus, vatOn } from '#contract/money.ts'
import { lineTotal, orderTotals, VAT_WHEN_MISSING } from '#contract/order-totals.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'

export type PricedLine = { price: Kurus; quantity: number; vat_rate?: number | null }

type PriceSummaryProps = {
  lines: readonly PricedLine[]
  /** The delivery fee, VAT included. */
  fee?: Kurus
  className?: string
}

/** The amounts to pay: subtotal, VAT by rate, the delivery fee if there is one, and a prominent grand total. */
export function PriceSummary({ lines, fee = kurus(0), className }: PriceSummaryProps) {
  const { subtotal, grand: goods } = orderTotals(lines)
  const grand = kurus(goods + fee)
  return (
    <dl className={classNames('grid gap-2', className)}>
      <Amount label="Ara toplam" amount={subtotal} />
      {vatByRate(lines).map(({ rate, vat }) => (
        <Amount key={rate} label={`KDV %${rate}`} amount={vat} />
      ))}
      {fee > 0 && <Amount label={FEE_LABEL} amount={fee} />}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
        <dt className="font-medium">
          Genel toplam <span className="font-normal text-ink-soft text-sm">KDV dahil</span>
        </dt>
        {/* From a billion lira on, the larger size is too wide for the narrowest phones. */}
        <dd className={classNames('ml-auto font-semibold', grand < 1e11 ? 'text-xl' : 'text-lg')}>
          <Money amount={grand} />
        </dd>
      </div>
    </dl>
  )
}

/** The VAT of the lines in kuruş, summed by rate, without lines that have no VAT. */
export function vatByRate(lines: readonly PricedLine[]): { rate: number; vat: Kurus }[] {
  const byRate = new Map<number, Kurus>()
  for (const line of lines) {
    const rate = line.vat_rate ?? VAT_WHEN_MISSING
    if (rate > 0) byRate.set(rate, kurus((byRate.get(rate) ?? 0) + vatOn(lineTotal(line), rate)))
  }
  return [...byRate].map(([rate, vat]) => ({ rate, vat })).sort((a, b) => a.rate - b.rate)
}

function Amount({ label, amount }: { label: ReactNode; amount: Kurus }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ml-auto">
        <Money amount={amount} />
      </dd>
    </div>
  )
}
