import { type LucideIcon, Mail, MailWarning, MapPin, Pencil, Phone, RotateCcw, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import { useActiveToggle } from '../customers/active-toggle.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { telLink } from '../shell/footer.tsx'
import { useHasSettled } from '../ui/accepts-press.ts'
import { ActiveBadge } from '../ui/active-badge.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatInstantAsDay } from '../ui/day-formats.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { updateCachedCustomer } from './customer-cache.ts'
import { customerPath } from './customer-path.ts'
import { openCart } from './open-cart.ts'

type CustomerCardProps = {
  customer: OwnCustomer
  onEdit: () => void
  /** Puts the customer's last order into the cart. */
  onRepeat: () => void
  /** Whether the last order is being put into the cart. */
  repeating: boolean
}

/** Whether the card has as many lines for both states of a customer; the figures of its orders take none. */
export const hasSameCard = (before: OwnCustomer, after: OwnCustomer) => linesOf(before) === linesOf(after)

function linesOf({ company_name, is_active, email, email_verified, phone, address, last_order_at }: OwnCustomer) {
  return JSON.stringify([company_name, is_active, email, email_verified, phone, address, last_order_at !== null])
}

/** A customer: contact, order statistics and actions. */
export function CustomerCard({ customer, onEdit, onRepeat, repeating }: CustomerCardProps) {
  const { id, company_name, is_active } = customer
  const online = useOnline()
  return (
    <article
      aria-label={company_name}
      className="flex min-w-0 flex-1 flex-col gap-2 rounded-md border border-line bg-surface p-4 max-[22.49rem]:gap-1 sm:gap-3"
    >
      <header className="grid min-w-0 gap-1">
        <h2 className="flex min-w-0 font-semibold text-base" title={company_name}>
          {/* A touch target of 44 px, most of it in the card's padding, as there are buttons below. */}
          <Link to={customerPath(id)} className="-mt-4 -mb-1 inline-flex min-w-0 pt-4 pb-1 text-link">
            <span className="line-clamp-2 min-w-0 break-words">{company_name}</span>
          </Link>
        </h2>
        <div className="-mr-2 flex flex-wrap items-center gap-1">
          <span className="mr-auto">
            <ActiveBadge active={is_active} />
          </span>
          <ActiveToggle customer={customer} />
          <IconButton icon={Pencil} label={`Düzenle: ${company_name}`} onClick={onEdit} />
        </div>
      </header>
      <Contact customer={customer} />
      <OrderFacts customer={customer} />
      {is_active && (
        <div className="flex flex-wrap gap-2 *:flex-1">
          {customer.last_order_at && (
            <Button
              size="small"
              icon={RotateCcw}
              disabled={!online}
              busy={repeating}
              busyText="Son sipariş sepete ekleniyor"
              aria-label={`Son siparişi tekrarla: ${company_name}`}
              onClick={onRepeat}
            >
              {/* On narrow phones, both buttons are in one line. */}
              <span className="max-[24rem]:hidden">Son siparişi tekrarla</span>
              <span className="min-[24rem]:hidden">Tekrarla</span>
            </Button>
          )}
          <CreateOrder customer={customer} />
        </div>
      )}
      <NeedsConnection customer={customer} />
    </article>
  )
}

/**
 * Makes a customer passive or active again, with a connection. A press just after the action has changed, as by another
 * user, was meant for the former one.
 */
export function ActiveToggle({ customer }: { customer: OwnCustomer }) {
  const { company_name, is_active } = customer
  const { toggle, busy } = useActiveToggle(updateOwnCustomer, updateCachedCustomer)
  const online = useOnline()
  const isTooSoon = !useHasSettled(is_active)
  return (
    <Button
      variant="ghost"
      size="small"
      disabled={!online}
      busy={busy}
      busyText="Durum değiştiriliyor"
      action={is_active ? 'deactivate' : 'activate'}
      aria-label={`${is_active ? 'Pasif' : 'Aktif'} yap: ${company_name}`}
      {...(isTooSoon && { 'aria-disabled': true })}
      onClick={() => isTooSoon || void toggle(customer)}
    >
      {is_active ? 'Pasif yap' : 'Aktif yap'}
    </Button>
  )
}

/** Explains, while offline, that the status cannot be changed and the last order cannot be repeated. */
export function NeedsConnection({ customer: { is_active, last_order_at } }: { customer: OwnCustomer }) {
  const repeats = is_active && last_order_at !== null
  return (
    <NoConnection>
      {repeats
        ? 'Bağlantı gelince durumu değiştirebilir, son siparişi tekrarlayabilirsiniz.'
        : 'Durumu bağlantı gelince değiştirebilirsiniz.'}
    </NoConnection>
  )
}

/** A link to the products, which opens the customer's cart. */
export function CreateOrder({ customer }: { customer: OwnCustomer }) {
  return (
    <Button asChild variant="primary" size="small">
      <Link
        to="/marketer/dashboard?tab=products"
        aria-label={`Sipariş oluştur: ${customer.company_name}`}
        onClick={() => openCart(customer)}
      >
        Sipariş oluştur
      </Link>
    </Button>
  )
}

/** A link whose touch target extends over the neighbouring lines. */
const REACHING = 'relative text-link'

/**
 * The contact data of a customer. The username stands between the two links, so that each has room for a touch target
 * of 44 px.
 */
export function Contact({ customer: { username, email, email_verified, phone, address } }: { customer: OwnCustomer }) {
  return (
    <ul aria-label="İletişim" className="grid gap-0.5 text-sm sm:gap-1">
      <Line icon={Mail}>
        <a className={REACHING} href={`mailto:${email}`}>
          {email}
        </a>
        {!email_verified && (
          <Badge tone="yellow" icon={MailWarning} className="ml-2">
            Onay bekliyor
          </Badge>
        )}
      </Line>
      <Line icon={UserRound}>{username}</Line>
      {phone && (
        <Line icon={Phone}>
          <a className={REACHING} href={telLink(phone)}>
            {phone}
          </a>
        </Line>
      )}
      {address && (
        <Line icon={MapPin}>
          <span className="line-clamp-2 whitespace-pre-line">{address}</span>
        </Line>
      )}
    </ul>
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

function OrderFacts({ customer: { last_order_at, total_orders, open_amount } }: { customer: OwnCustomer }) {
  return (
    <dl className="mt-auto flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-3 max-sm:gap-x-3 max-sm:pt-2">
      <Fact label="Son sipariş">{last_order_at ? formatInstantAsDay(last_order_at) : '–'}</Fact>
      <Fact label="Sipariş">{wholeText(total_orders)}</Fact>
      <Fact label="Açık tutar" end>
        <Money amount={open_amount} />
      </Fact>
    </dl>
  )
}

function Fact({ label, end, children }: { label: string; end?: boolean; children: ReactNode }) {
  return (
    // Where cards are too narrow for the three, the last one begins a line.
    <div className={end ? 'max-sm:ml-auto max-sm:text-right lg:ml-auto lg:text-right' : undefined}>
      <dt className="text-ink-soft text-xs">{label}</dt>
      <dd className="font-medium text-sm">{children}</dd>
    </div>
  )
}
