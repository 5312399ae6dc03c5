import {
  AlarmClock,
  Bell,
  BellRing,
  CalendarClock,
  CalendarSync,
  FilePenLine,
  type LucideIcon,
  MessageSquareQuote,
  OctagonAlert,
  PackageCheck,
  ReceiptText,
  ShoppingCart,
  ThumbsDown,
  ThumbsUp,
} from 'lucide-react'
import { type UIEvent, useLayoutEffect, useRef } from 'react'
import {
  countUnread,
  listNotifications,
  markRead,
  type Notification,
  type NotificationKind,
} from '#contract/notifications.ts'
import { PRESSED_PUSH, SHOWN_IN_BELL } from '#contract/push-links.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useAction } from '../action.ts'
import { request } from '../api.ts'
import { ListStates } from '../lists/list-states.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { useSteadyList } from '../lists/steady-list.ts'
import { invalidate, queryClient, queryKeyOf, useListQuery } from '../queries.ts'
import { sendAgainIfLost } from '../send-again.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/router.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/** The distance from the end of the list, in px, at which the next page is requested. */
const LOAD_MORE_WITHIN = 400

/** The user's notifications, newest first; a press marks one as read and opens its link. */
export function BellList({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const query = useSteadyList(useListQuery(listNotifications, {}), '')
  const which = shownIn(query)
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) => {
    const isNearEnd = scrollHeight - scrollTop - clientHeight < LOAD_MORE_WITHIN
    if (isNearEnd && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-line border-b px-4 py-2">
        <h2 className="font-semibold text-base">Bildirimler</h2>
        {unread > 0 && which && <ReadAll which={which} />}
      </div>
      <NewRows waiting={query.waiting} noun="bildirim" place="between" />
      <div onScroll={onScroll} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ListStates query={query} empty={<NoNotifications />}>
          <ul aria-label="Bildirimler" className="divide-y divide-line">
            {query.items.map((notification, place) => (
              <li key={notification.id} data-index={place}>
                <NotificationLink notification={notification} onLeave={onLeave} />
              </li>
            ))}
          </ul>
          {query.isFetchingNextPage && <LoadingMore />}
        </ListStates>
      </div>
    </>
  )
}

/**
 * Marks the notification as read whose push has opened the page, or opens the bell (`show`) if the push asks for that.
 * Once: the URL loses the parameter that says so.
 */
export function followPush(show: (isShown: boolean) => void) {
  const params = new URLSearchParams(location.search)
  const pressed = params.get(PRESSED_PUSH)
  if (pressed === null) return
  params.delete(PRESSED_PUSH)
  const rest = params.toString()
  history.replaceState(history.state, '', location.pathname + (rest && `?${rest}`))
  if (pressed === SHOWN_IN_BELL) show(true)
  // Not awaited: if it fails, the notification just remains unread.
  else markAsRead({ ids: [pressed] }).catch(() => undefined)
}

const ICONS: Record<NotificationKind, LucideIcon> = {
  order_received: ShoppingCart,
  order_status: ReceiptText,
  order_revised: FilePenLine,
  product_arrived: PackageCheck,
  quote_requested: MessageSquareQuote,
  quote_answered: MessageSquareQuote,
  quote_accepted: ThumbsUp,
  quote_declined: ThumbsDown,
  standing_order: CalendarSync,
  order_reminder: AlarmClock,
  lot_expiry: CalendarClock,
  recall: OctagonAlert,
}
const isKnown = (kind: string): kind is NotificationKind => Object.keys(ICONS).includes(kind)

function NotificationLink({ notification, onLeave }: { notification: Notification; onLeave: () => void }) {
  const { id, kind, title, body, link, created_at, read_at } = notification
  const Icon = isKnown(kind) ? ICONS[kind] : Bell
  const follow = () => {
    onLeave()
    // Not awaited: if it fails, the notification just remains unread.
    if (!read_at) markAsRead({ ids: [id] }).catch(() => undefined)
  }
  return (
    <Link
      to={link}
      // Navigates even if the target is already open.
      state={{ notification: id }}
      onClick={follow}
      className={classNames(
        'ring-inside flex gap-3 px-4 py-3 transition-colors hover:bg-surface-sunken',
        !read_at && 'bg-brand-soft',
      )}
    >
      <Icon
        aria-hidden
        className={classNames('mt-0.5 size-5 shrink-0', read_at ? 'text-ink-soft' : 'text-brand-ink')}
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={classNames('wrap-anywhere', read_at ? 'font-medium' : 'font-semibold')}>{title}</span>
        {body && (
          // The bell is the only screen on which a customer reads which lots are recalled.
          <span
            className={classNames('wrap-anywhere whitespace-pre-line text-sm', kind !== 'recall' && 'line-clamp-4')}
          >
            {body}
          </span>
        )}
        <time dateTime={created_at} className="text-ink-soft text-sm">
          {formatInstant(created_at)}
        </time>
      </span>
      {!read_at && (
        <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-brand-ink forced-colors:bg-[CanvasText]">
          <VisuallyHidden>Okunmadı</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}

/** How many of the newest notifications `shownIn` names. */
const NAMED = 100

/**
 * What to mark as read: the notifications in the list and all older ones, but none that waits above the list, which may
 * have the same or an earlier time. All of them while none is shown; undefined if that would be none.
 */
function shownIn({ items, hasNextPage }: { items: readonly Notification[]; hasNextPage: boolean }): Which | undefined {
  if (items.length === 0) return {}
  const named = items.slice(0, NAMED)
  const ids = named.filter(({ read_at }) => !read_at).map(({ id }) => id)
  const hasOlder = hasNextPage || items.length > NAMED
  if (ids.length === 0 && !hasOlder) return undefined
  return { ids, ...(hasOlder && { until: named[named.length - 1]?.created_at }) }
}

/** Marks all these notifications as read. */
function ReadAll({ which }: { which: Which }) {
  const { run, pending } = useAction(async () => markAsRead(which), {
    showError: 'toast',
    onReply: () => announce('Bildirimler okundu sayıldı'),
  })
  const own = useRef<HTMLButtonElement>(null)
  // The button disappears when nothing is unread, and the focus would be lost.
  useLayoutEffect(
    () => () => {
      if (document.activeElement === own.current) own.current?.closest<HTMLElement>('[role=dialog]')?.focus()
    },
    [],
  )
  return (
    <Button
      ref={own}
      variant="ghost"
      size="small"
      busy={pending}
      busyText="Okundu sayılıyor"
      onClick={() => void run()}
    >
      Tümünü okundu say
    </Button>
  )
}

type Which = { ids?: string[]; until?: string | undefined }

async function markAsRead(which: Which) {
  const left = await sendAgainIfLost(() => request(markRead, { body: which }))
  queryClient.setQueryData([...queryKeyOf(countUnread), {}], left)
  await invalidate(markRead.invalidates)
}

function NoNotifications() {
  return (
    <EmptyState
      icon={BellRing}
      title="Henüz bildirim yok"
      text="Siparişlerde ve tekliflerde bir şey değişince burada yazar."
    />
  )
}
