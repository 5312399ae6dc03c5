import type { RecallQuery } from '#contract/recalls.ts'
import { Card } from '../../ui/card.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Link, SKIP_LEAVE_CHECK } from '../../ui/router.tsx'

/** The lots of a recall: one, with a link to all of its product, or those of a product that expire between two days. */
export function RecallScope({ query, product_id }: { query: RecallQuery; product_id: string | undefined }) {
  const { write } = useAddress()
  if (query.lot_id)
    return (
      product_id && (
        <p>
          <Link to={`/admin/recall?product_id=${product_id}`} state={SKIP_LEAVE_CHECK} className="text-link">
            Ürünün bütün partilerini veya bir tarih aralığını geri çağır
          </Link>
        </p>
      )
    )
  return (
    <Card title="Son tarih aralığı">
      <div className="grid gap-3 sm:grid-cols-2 sm:max-w-md">
        <Field label="İlk gün">
          <DateInput
            settled
            value={query.expires_from ?? ''}
            max={query.expires_to}
            onDay={expires_from => write({ expires_from }, { skipsLeaveCheck: true })}
          />
        </Field>
        <Field label="Son gün">
          <DateInput
            settled
            value={query.expires_to ?? ''}
            min={query.expires_from}
            onDay={expires_to => write({ expires_to }, { skipsLeaveCheck: true })}
          />
        </Field>
      </div>
      <p className="mt-2 text-ink-soft text-sm">
        Boş bırakılan taraf sınırsızdır; iki taraf da boşsa ürünün bütün partileri, tarihi olmayanlar da, geri çağrılır.
      </p>
    </Card>
  )
}
