import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { countUnread } from '#contract/notifications.ts'
import { PRESSED_PUSH } from '#contract/push-links.ts'
import { useCallQuery } from '../queries.ts'
import { announce } from '../ui/announce.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useIsPhoneWidth } from '../ui/media.ts'
import { wholeText } from '../ui/number-text.ts'
import { Popover, usePopover } from '../ui/popover.tsx'
import { Loading } from '../ui/skeleton.tsx'

const loadList = () => import('./bell-list.tsx')
const BellList = lazy(async () => ({ default: (await loadList()).BellList }))

/** The count of unread notifications, and the list behind it. While mounted, keeps all screens up to date. */
export function Bell() {
  const unread = useCallQuery(countUnread, {}).data?.count ?? 0
  const popover = usePopover()
  const phone = useIsPhoneWidth()
  useLiveUpdates(popover.change)
  useAnnounced(unread)
  return (
    <>
      <IconButton
        {...popover.trigger}
        icon={BellIcon}
        count={unread}
        label={unread ? `Bildirimler: ${wholeText(unread)} okunmamış` : 'Bildirimler'}
      />
      <Popover state={popover} label="Bildirimler" distance={phone ? 0 : 8} className={SHEET}>
        <Suspense fallback={<Loading />}>
          <BellList unread={unread} onLeave={() => popover.change(false)} />
        </Suspense>
      </Popover>
    </>
  )
}

// As wide as a phone, and as tall as the space below the button.
const SHEET =
  'flex w-screen flex-col sm:max-h-[min(var(--radix-popover-content-available-height),36rem)] sm:w-100 sm:rounded-md'

/**
 * Subscribes to the server's events, and follows the push that opened the page, if one did. Loaded lazily, as the first
 * screen does not need it.
 */
function useLiveUpdates(show: (isShown: boolean) => void) {
  useEffect(() => {
    const leaving = new AbortController()
    import('./live-updates.ts').then(({ startLiveUpdates }) => startLiveUpdates(leaving.signal), ignore)
    if (location.search.includes(PRESSED_PUSH)) loadList().then(list => list.followPush(show), ignore)
    return () => leaving.abort()
  }, [show])
}

/** If code cannot be loaded, the screens are not updated, and a pressed notification stays unread. */
const ignore = () => undefined

/** Announces new notifications to screen readers. */
function useAnnounced(unread: number) {
  const before = useRef(unread)
  useEffect(() => {
    if (unread > before.current) announce(`${wholeText(unread)} okunmamış bildiriminiz var`)
    before.current = unread
  }, [unread])
}
