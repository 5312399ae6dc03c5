import { type PushDevice, readPushState, unsubscribeFromPush } from '#contract/notification-settings.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useAction } from '../action.ts'
import { useDeleteCommand } from '../delete-command.ts'
import { Failed } from '../lists/list-states.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import {
  keepPushRegistered,
  type PushSupport,
  PushUnavailable,
  pushSupport,
  turnOffPush,
  turnOnPush,
} from '../pwa/push-subscription.ts'
import { invalidate, useCallQuery } from '../queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { toast } from '../ui/toaster.tsx'

/** Turns pushes in this browser on or off, and lists the other browsers that receive them. */
export function PushSection() {
  const query = useCallQuery(readPushState, {})
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">Anlık bildirimler</h3>
      {query.data ? (
        query.data.public_key === null ? (
          <p className="text-ink-soft">Bu portal anlık bildirim göndermiyor.</p>
        ) : (
          <>
            <ThisBrowser publicKey={query.data.public_key} device={query.data.devices.find(one => one.is_current)} />
            <OtherBrowsers devices={query.data.devices.filter(one => !one.is_current)} />
          </>
        )
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={1} />
      )}
    </section>
  )
}

const HINTS: Record<Exclude<PushSupport, 'ready'>, string> = {
  denied:
    'Bu tarayıcıda bildirimlere izin verilmiyor. Açmak için tarayıcının adres çubuğundaki site ayarlarından bildirimlere izin verin.',
  'not installed':
    'iPhone ve iPad’de anlık bildirimler yalnızca ana ekrana eklenen uygulamada çalışır: Safari’de Paylaş → Ana Ekrana Ekle.',
  unsupported: 'Bu tarayıcı anlık bildirimleri desteklemiyor.',
}

function ThisBrowser({ publicKey, device }: { publicKey: string; device: PushDevice | undefined }) {
  const online = useOnline()
  const support = pushSupport()
  const { run, pending } = useAction(() => toggle(publicKey, device), {
    showError: 'toast',
    onSettled: () => void invalidate(readPushState.resources),
  })
  if (support !== 'ready') return <p className="text-ink-soft">{HINTS[support]}</p>
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-4">
      <p className="flex flex-wrap items-center gap-2">
        {device ? (
          <>
            <Badge tone="green">Açık</Badge> Bu cihaza, uygulama kapalıyken de bildirim gönderilir.
          </>
        ) : (
          'Uygulama kapalıyken de bu cihaza bildirim gönderilsin mi?'
        )}
      </p>
      <Button
        variant={device ? 'secondary' : 'primary'}
        busy={pending}
        busyText={device ? 'Kapatılıyor' : 'Açılıyor'}
        disabled={!online}
        onClick={() => void run()}
      >
        {device ? 'Bu cihazda kapat' : 'Bu cihazda aç'}
      </Button>
    </div>
  )
}

async function toggle(publicKey: string, device: PushDevice | undefined) {
  if (device) {
    await turnOffPush(device.id)
    toast.success('Bu cihazda anlık bildirimler kapatıldı')
    return
  }
  try {
    await turnOnPush(publicKey)
    keepPushRegistered()
    toast.success('Bu cihazda anlık bildirimler açıldı')
  } catch (error) {
    if (!(error instanceof PushUnavailable)) throw error
    toast.error(error.message)
  }
}

const UNKNOWN = 'Bilinmeyen cihaz'

function OtherBrowsers({ devices }: { devices: PushDevice[] }) {
  const { run, pending } = useDeleteCommand(unsubscribeFromPush, { showError: 'toast', onDeleted: () => undefined })
  if (devices.length === 0) return null
  return (
    <ul aria-label="Diğer cihazlar" className="divide-y divide-line rounded-md border border-line">
      {devices.map(({ id, device, created_at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
          <div className="grid min-w-0">
            <span className="font-medium">{device || UNKNOWN}</span>
            <span className="text-ink-soft text-sm">Açıldı: {formatInstant(created_at)}</span>
          </div>
          <Button
            size="small"
            aria-label={`Kapat: ${device || UNKNOWN} · ${formatInstant(created_at)}`}
            busy={pending}
            busyText="Kapatılıyor"
            onClick={() => void run({ params: { id } })}
          >
            Kapat
          </Button>
        </li>
      ))}
    </ul>
  )
}
