import { ListTodo, Truck } from 'lucide-react'
import { downloadRoutePickLists, downloadRouteSheet } from '#contract/order-papers.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { Button } from '../../ui/button.tsx'
import type { useOrderFilter } from './order-filters.tsx'

/** Once there are routes: shows what is delivered tomorrow, and downloads the papers of a route's day in loading order. */
export function DeliveryStrip({ filter }: { filter: ReturnType<typeof useOrderFilter> }) {
  const { routes, query, set } = filter
  if (routes.length === 0) return null
  const { delivery_date, route_id } = query
  const tomorrow = daysLater(istanbulDay(new Date()), 1)
  const isTomorrow = delivery_date === tomorrow
  const only = routes.length === 1 ? routes[0]?.id : undefined
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={Truck}
        aria-pressed={isTomorrow}
        onClick={() =>
          set(isTomorrow ? { delivery_date: '', route_id: '' } : { delivery_date: tomorrow, route_id: only ?? route_id ?? '' })
        }
      >
        Yarının rotası
      </Button>
      {delivery_date && route_id && <Papers query={{ delivery_date, route_id }} />}
      {delivery_date && !route_id && (
        <>
          <span className="text-ink-soft text-sm">Toplama listeleri için rota seçin:</span>
          {routes.map(({ id, name }) => (
            <Button key={id} size="small" onClick={() => set({ route_id: id })}>
              {name}
            </Button>
          ))}
        </>
      )}
    </div>
  )
}

function Papers({ query }: { query: { delivery_date: string; route_id: string } }) {
  return (
    <>
      <DownloadButton
        icon={ListTodo}
        call={downloadRoutePickLists}
        where={{ query }}
        busyText="Toplama listeleri hazırlanıyor"
      >
        Toplama listeleri
      </DownloadButton>
      <DownloadButton icon={Truck} call={downloadRouteSheet} where={{ query }} busyText="Rota listesi hazırlanıyor">
        Rota listesi
      </DownloadButton>
    </>
  )
}
