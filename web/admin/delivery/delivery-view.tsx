import { Plus, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readDeliveryRules } from '#contract/delivery.ts'
import type { DeliveryRoute, DeliveryRules } from '#contract/delivery-rules.ts'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { deletedRoutes } from './deleted-routes.ts'
import { DeliveryCalendar } from './delivery-calendar.tsx'
import { DeliverySettingsCard } from './delivery-settings.tsx'
import { ExceptionList } from './exception-list.tsx'
import { RouteCustomersDialog } from './route-customers.tsx'
import { RouteDialog } from './route-form.tsx'
import { RouteTable } from './route-table.tsx'

/** The dialog over the view and its route, which is retained while the dialog closes; `count` identifies a dialog. */
type DialogState = { kind: 'add' | 'edit' | 'customers'; route?: DeliveryRoute; open: boolean; count: number }

/** Delivery routes with their customers, the calendar of the next weeks, exceptions, and the settings of all routes. */
export function DeliveryView({ chooser }: { chooser: ReactNode }) {
  const query = useCallQuery(readDeliveryRules, {})
  const [dialog, setDialog] = useState<DialogState>()
  const show = (kind: DialogState['kind'], route?: DeliveryRoute) =>
    setDialog(shown => ({ kind, ...(route && { route }), open: true, count: (shown?.count ?? 0) + 1 }))
  const close = () => setDialog(shown => shown && { ...shown, open: false })
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => show('add')}>
      Yeni rota
    </Button>
  )
  const rules = query.data
  const edited = rules?.routes.find(({ id }) => id === dialog?.route?.id) ?? dialog?.route
  return (
    <Page title="Teslimat" windowTitle="Teslimat · Yönetim" aside={chooser} action={add}>
      {rules && <StaleStrip query={query} />}
      {rules ? (
        <Rules rules={rules} add={add} onOpen={show} />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={6} />
      )}
      {dialog && dialog.kind !== 'customers' && (
        <RouteDialog key={dialog.count} route={edited} open={dialog.open} onClose={close} />
      )}
      {dialog?.kind === 'customers' && dialog.route && (
        <RouteCustomersDialog key={dialog.count} route={dialog.route} open={dialog.open} onClose={close} />
      )}
    </Page>
  )
}

type RulesProps = {
  rules: DeliveryRules
  add: ReactNode
  onOpen: (kind: 'edit' | 'customers', route: DeliveryRoute) => void
}

function Rules({ rules, add, onOpen }: RulesProps) {
  const { routes, exceptions, settings } = rules
  const deleted = deletedRoutes(rules)
  if (routes.length === 0)
    return (
      <>
        <EmptyState
          icon={Truck}
          title="Henüz rota yok"
          text="Bir rota, hangi günler ve saat kaça kadar verilen siparişin teslim edildiğini belirler. Rota girilene kadar müşteriler teslimatla ilgili bir şey görmez."
          action={add}
        />
        {deleted.length > 0 && <DeliveryCalendar routes={routes} deleted={deleted} />}
        <DeliverySettingsCard settings={settings} />
      </>
    )
  return (
    <>
      <RouteTable
        rules={rules}
        onEdit={route => onOpen('edit', route)}
        onCustomers={route => onOpen('customers', route)}
      />
      <DeliveryCalendar routes={routes} deleted={deleted} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ExceptionList exceptions={exceptions} routes={routes} />
        <DeliverySettingsCard settings={settings} />
      </div>
    </>
  )
}
