import { useState } from 'react'
import { MAX_POPULAR_PRODUCTS, type TopProducts as Products } from '#contract/reports.ts'
import { Failed } from '../../lists/list-states.tsx'
import type { QueryState } from '../../lists/stale-strip.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { NO_REVENUE } from './sales-charts.tsx'

const MEASURES = [
  { value: 'by_quantity', label: 'Miktar' },
  { value: 'by_revenue', label: 'Ciro' },
] as const

type Query = Omit<QueryState, 'dataUpdatedAt'> & { data: Products | undefined }

/** The best-selling products of the report's period, by quantity or by revenue. */
export function TopProducts({ query }: { query: Query }) {
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]['value']>('by_quantity')
  const products = query.data?.[measure].map((product, place) => ({ ...product, place: place + 1 }))
  return (
    <Card
      title={`En çok satan ${MAX_POPULAR_PRODUCTS} ürün`}
      action={<Segmented label="Sıralama" options={MEASURES} value={measure} onChange={setMeasure} />}
    >
      {products?.length === 0 ? (
        <p className="text-ink-soft">{NO_REVENUE}</p>
      ) : products ? (
        <PlainTable
          label="En çok satan ürünler"
          rows={products}
          rowKey={({ product_id }) => product_id}
          columns={[
            {
              head: 'Ürün',
              cell: ({ place, name, brand }) => [`${place}. ${name}`, brand].filter(Boolean).join(' · '),
            },
            {
              head: 'Satılan',
              cell: ({ quantity, unit }) => `${wholeText(quantity)} ${unit ?? '(birimi değişti)'}`,
              numeric: true,
            },
            { head: 'Ciro (KDV dahil)', cell: ({ revenue }) => <Money amount={revenue} />, numeric: true },
          ]}
        />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={5} />
      )}
    </Card>
  )
}
