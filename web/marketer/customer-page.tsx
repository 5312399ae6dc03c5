import { ChevronLeft, ClipboardList, Clock, Pencil, RotateCcw, Wallet } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OwnCustomer } from '#contract/customers.ts'
import { isNotFound } from '../api.ts'
import { CustomerNotes } from '../customers/customer-notes.tsx'
import { Failed } from '../lists/list-states.tsx'
import { DataAge } from '../lists/offline-data-note.tsx'
import type { QueryState } from '../lists/stale-strip.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { ActiveBadge } from '../ui/active-badge.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatInstantAsDay } from '../ui/day-formats.ts'
import { Figures } from '../ui/figures.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { ActiveToggle, Contact, CreateOrder, NeedsConnection } from './customer-card.tsx'
import { LatestOrders, UsualProducts } from './customer-page-lists.tsx'
import { useOwnCustomer } from './own-customers.ts'
import { useRepeatOrder } from './repeat-order.tsx'

// Loaded when the customer is edited.
const EditCustomer = lazy(async () => ({ default: (await import('./edit-customer.tsx')).EditCustomer }))

/**
 * One of the marketer's customers: figures, usual products, latest orders, contact and notes; or a message once it is
 * no longer the marketer's.
 */
export function CustomerPage({ id }: { id: string }) {
  return <OneCustomer key={id} id={id} />
}

function OneCustomer({ id }: { id: string }) {
  const query = useOwnCustomer(id)
  const { data: customer, error } = query
  // Here, so that what is typed outlasts the page's content.
  const [note, setNote] = useState('')
  const [editing, setEditing] = useState<boolean>()
  return (
    <>
      {customer && !isNotFound(error) ? (
        <Loaded
          customer={customer}
          query={query}
          onEdit={() => setEditing(true)}
          notes={<CustomerNotes customerId={id} companyName={customer.company_name} text={note} setText={setNote} />}
        />
      ) : (
        <Page title="Müşteri" windowTitle="Müşteri · Pazarlamacı" back={BACK}>
          {isNotFound(error) ? (
            <CustomerGone error={error} note={note} />
          ) : error ? (
            <Failed query={query} error={error} />
          ) : (
            <LoadingRows rows={6} />
          )}
        </Page>
      )}
      {editing !== undefined && customer && (
        <Suspense>
          <EditCustomer customer={customer} open={editing} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Why the customer is not shown, or no longer, with the note that was not added. */
const CustomerGone = ({ error, note }: { error: Error | null; note: string }) => (
  <AlertStrip kind="warning" title={error?.message ?? ''}>
    <p>Müşteri silinmiş veya başka bir pazarlamacıya geçmiş olabilir.</p>
    {note.trim() && <p className="whitespace-pre-line break-words">Yazdığınız not eklenmedi: “{note.trim()}”</p>}
  </AlertStrip>
)

const BACK = (
  <Link to="/marketer/dashboard?tab=customers" className="-ml-1 inline-flex min-h-control items-center gap-1 text-link">
    <ChevronLeft aria-hidden className="size-4" />
    Müşteriler
  </Link>
)

type CustomerProps = { customer: OwnCustomer }
type LoadedProps = CustomerProps & { query: QueryState; onEdit: () => void; notes: ReactNode }

function Loaded({ customer, query, onEdit, notes }: LoadedProps) {
  const { id, company_name, is_active, last_order_at } = customer
  const { repeat, repeatingId, question } = useRepeatOrder()
  const online = useOnline()
  return (
    <Page
      title={company_name}
      windowTitle={`${company_name} · Pazarlamacı`}
      back={BACK}
      aside={<ActiveBadge active={is_active} />}
      action={
        is_active && (
          <>
            {last_order_at && (
              <Button
                size="small"
                icon={RotateCcw}
                disabled={!online}
                busy={repeatingId === id}
                busyText="Son sipariş sepete ekleniyor"
                onClick={() => void repeat({ customer })}
              >
                Son siparişi tekrarla
              </Button>
            )}
            <Button asChild size="small">
              <Link to={`/marketer/dashboard?tab=orders&view=standing&customer=${id}`}>Düzenli siparişler</Link>
            </Button>
            <CreateOrder customer={customer} />
          </>
        )
      }
      figures={<CustomerFigures customer={customer} />}
    >
      <DataAge what="müşteri bilgileri" query={query} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-4">
          <UsualProducts customer={customer} />
          <LatestOrders id={id} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ContactCard customer={customer} onEdit={onEdit} />
          <Card title="Notlar">{notes}</Card>
        </div>
      </div>
      {question}
    </Page>
  )
}

function CustomerFigures({ customer: { open_amount, total_spent, total_orders, last_order_at } }: CustomerProps) {
  return (
    <Figures
      figures={[
        { label: 'Açık tutar', icon: Wallet, tone: 'brand', value: <Money amount={open_amount} /> },
        { label: 'Toplam harcama', icon: Wallet, value: <Money amount={total_spent} /> },
        { label: 'Sipariş', icon: ClipboardList, value: wholeText(total_orders) },
        {
          label: 'Son sipariş',
          icon: Clock,
          value: last_order_at ? formatInstantAsDay(last_order_at) : '–',
        },
      ]}
    />
  )
}

function ContactCard({ customer, onEdit }: CustomerProps & { onEdit: () => void }) {
  return (
    <Card title="İletişim">
      <div className="grid gap-3">
        <Contact customer={customer} />
        <div className="flex flex-wrap gap-2">
          <ActiveToggle customer={customer} />
          <Button size="small" icon={Pencil} onClick={onEdit}>
            Düzenle
          </Button>
        </div>
        <NeedsConnection customer={customer} />
      </div>
    </Card>
  )
}
