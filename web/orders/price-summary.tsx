import type { ReactNode } from 'react'
import { type Kurus, kurus, vatOn } from '#contract/money.ts'
import { lineTotal, orderTotals, VAT_WHEN_MISSING } from '#contract/orders.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'

export type PricedLine = { price: Kurus; quantity: number; vat_rate?: number | null }

/** The amounts to pay: subtotal, VAT by rate, and a prominent grand total. */
export function PriceSummary({ lines, className }: { lines: readonly PricedLine[]; className?: string }) {
  const { subtotal, grand } = orderTotals(lines)
  return (
    <dl className={classNames('grid gap-2', className)}>
      <Amount label="Ara toplam" amount={subtotal} />
      {vatByRate(lines).map(({ rate, vat }) => (
        <Amount key={rate} label={`KDV %${rate}`} amount={vat} />
      ))}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
        <dt className="font-medium">
          Genel toplam <span className="font-normal text-ink-soft text-sm">KDV dahil</span>
        </dt>
        {/* From a thousand million lira on, the larger size is too wide for the narrowest phones. */}
        <dd className={classNames('ml-auto font-semibold', grand < 1e11 ? 'text-xl' : 'text-lg')}>
          <Money amount={grand} />
        </dd>
      </div>
    </dl>
  )
}

/** The VAT of the lines in kuruş, summed by rate; lines without VAT are left out. */
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
