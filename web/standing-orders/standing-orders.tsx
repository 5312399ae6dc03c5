import { CalendarSync, CirclePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listStandingOrders, type StandingOrder } from '#contract/standing-orders.ts'
import { ListStates } from '../lists/list-states.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { useSteadyList } from '../lists/steady-list.ts'
import { useListQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { OpenedDay } from './opened-day.tsx'
import { StandingCard } from './standing-card.tsx'
import type { NewStanding } from './standing-draft.ts'

const EditStandingOrder = lazy(async () => ({ default: (await import('./edit-standing-order.tsx')).EditStandingOrder }))

type StandingOrdersProps = {
  /** The owner: a customer's id, `null` for the logged-in customer, undefined for all customers visible to the user. */
  owner: string | null | undefined
  orderPath: (id: string) => string
}

type Edited = { nr: number; what: StandingOrder | NewStanding; open: boolean }

/** The standing orders of a customer, or of all customers of a marketer or an admin. */
export function StandingOrders({ owner, orderPath }: StandingOrdersProps) {
  const present = useListQuery(listStandingOrders, { query: owner ? { customer_id: owner } : {} })
  const list = useSteadyList(present, owner ?? '', hasSameLayout)
  const [edited, setEdited] = useState<Edited>()
  const edit = (what: Edited['what']) => setEdited(before => ({ nr: (before?.nr ?? 0) + 1, what, open: true }))
  const make = owner === undefined ? undefined : () => edit({ owner, lines: [] })
  return (
    <>
      <ListStates query={list} empty={<NoStandingOrders onMake={make} />}>
        <NewRows waiting={list.waiting} noun="düzenli sipariş" place="edge" />
        <div className="grid gap-4">
          {make && (
            <Button icon={CirclePlus} onClick={make} className="justify-self-start max-sm:w-full">
              Yeni düzenli sipariş
            </Button>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {list.items.map((standing, index) => (
              <div key={standing.id} data-index={index} className="min-w-0">
                <StandingCard
                  standing={standing}
                  namesCustomer={owner !== null}
                  orderPath={orderPath}
                  onEdit={() => edit(standing)}
                />
              </div>
            ))}
          </div>
          <MoreButton query={list} />
        </div>
      </ListStates>
      <OpenedDay
        items={present.items}
        shown={list.items}
        isComplete={present.isSuccess && !present.isFetching && !present.hasNextPage}
        orderPath={orderPath}
      />
      {edited && (
        <Suspense>
          <EditStandingOrder
            key={edited.nr}
            edited={edited.what}
            open={edited.open}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether a card has the same height for both states: new prices change nothing but its total. */
const hasSameLayout = (before: StandingOrder, after: StandingOrder) => withoutPrices(before) === withoutPrices(after)

const withoutPrices = (standing: StandingOrder) =>
  JSON.stringify({
    ...standing,
    items: standing.items.map(line => ({ ...line, price: line.price === null, vat_rate: 0 })),
  })

function NoStandingOrders({ onMake }: { onMake: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={CalendarSync}
      title="Düzenli sipariş yok"
      text={
        onMake
          ? 'Seçtiğiniz günlerde kendiliğinden verilecek bir sipariş hazırlayın; istediğiniz gün değiştirir veya atlarsınız.'
          : 'Müşteriler veya pazarlamacılar düzenli sipariş hazırladıkça burada görünür.'
      }
      {...(onMake && {
        action: (
          <Button variant="primary" icon={CirclePlus} onClick={onMake}>
            Yeni düzenli sipariş
          </Button>
        ),
      })}
    />
  )
}
