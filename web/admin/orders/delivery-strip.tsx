import { ListTodo, Truck } from 'lucide-react'
import { useEffect } from 'react'
import { readDeliveryRules } from '#contract/delivery.ts'
import { downloadRoutePickLists, downloadRouteSheet } from '#contract/order-papers.ts'
import { daysLater } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { DayInput } from '../../ui/day-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useToday } from '../../ui/today.ts'
import { deletedRoutes } from '../delivery/deleted-routes.ts'
import { DeliveryStripPlace, rememberDeliveryStrip } from './delivery-strip-place.tsx'
import type { useOrderFilter } from './order-filters.tsx'

type DeliveryStripProps = {
  filter: ReturnType<typeof useOrderFilter>
  /** A hidden strip only passes on the name of the route that the list is filtered by. */
  hidden?: boolean
}

/**
 * If there are routes, or orders of deleted ones: filters by delivery day and route; downloads the papers of a route's
 * day in loading order.
 */
export function DeliveryStrip({ filter, hidden }: DeliveryStripProps) {
  const { query, set, setRoute } = filter
  const { delivery_date, route_id } = query
  const rules = useCallQuery(readDeliveryRules, {})
  const routes = rules.data ? [...rules.data.routes, ...deletedRoutes(rules.data)] : []
  const chosen = routes.find(({ id }) => id === route_id)?.name ?? ''
  useEffect(() => setRoute(chosen), [setRoute, chosen])
  const isShown = rules.data && routes.length > 0
  useEffect(() => {
    if (isShown !== undefined) rememberDeliveryStrip(isShown)
  }, [isShown])
  const tomorrow = daysLater(useToday(), 1)
  if (hidden) return null
  if (rules.isPending) return <DeliveryStripPlace />
  if (!isShown) return null
  const isTomorrow = delivery_date === tomorrow
  const only = routes.length === 1 ? routes[0]?.id : undefined
  return (
    // On phones its controls flow with the other filters.
    <div className="contents *:min-w-0 sm:flex sm:flex-wrap sm:items-center sm:gap-2">
      <Button
        icon={Truck}
        aria-pressed={isTomorrow}
        onClick={() =>
          set(
            isTomorrow
              ? { delivery_date: '', route_id: '' }
              : { delivery_date: tomorrow, route_id: only ?? route_id ?? '' },
          )
        }
      >
        Yarının rotası
      </Button>
      <DayInput label="Teslimat" value={delivery_date ?? ''} onDay={day => set({ delivery_date: day })} />
      <Select
        aria-label="Rota"
        placeholder="Tüm rotalar"
        options={routes.map(({ id, name }) => ({ value: id, label: name }))}
        value={route_id ?? ''}
        onChange={event => set({ route_id: event.target.value })}
        className="self-end sm:w-44"
      />
      {delivery_date && route_id && <Papers query={{ delivery_date, route_id }} />}
      {delivery_date && !route_id && (
        <p className="text-ink-soft text-sm max-sm:col-span-full">Toplama listeleri için rota seçin.</p>
      )}
    </div>
  )
}

// The labels of the download buttons need the whole width there.
const ON_NARROW_PHONES = 'max-[24rem]:col-span-full'

function Papers({ query }: { query: { delivery_date: string; route_id: string } }) {
  return (
    <>
      <DownloadButton
        icon={ListTodo}
        call={downloadRoutePickLists}
        where={{ query }}
        busyText="Toplama listeleri hazırlanıyor"
        className={ON_NARROW_PHONES}
      >
        Toplama listeleri
      </DownloadButton>
      <DownloadButton
        icon={Truck}
        call={downloadRouteSheet}
        where={{ query }}
        busyText="Rota listesi hazırlanıyor"
        className={ON_NARROW_PHONES}
      >
        Rota listesi
      </DownloadButton>
    </>
  )
}
