import { endOtherSessions, listSessions, type OwnSession, readSecurity } from '#contract/account-security.ts'
import { formatInstant } from '#contract/turkish.ts'
import { session } from '../current-session.ts'
import { Failed } from '../lists/list-states.tsx'
import { useCallQuery } from '../queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { toast } from '../ui/toaster.tsx'
import { openDialog } from './open-dialog.tsx'
import { useRecentLoginCommand } from './recent-login.ts'
import { SecondFactorSection } from './second-factor-section.tsx'

/** Opens the dialog with the logged-in user's sessions and, for admins and marketers, the second factor. */
export const openSecurity = () => openDialog(close => <SecurityDialog onClose={close} />)

function SecurityDialog({ onClose }: { onClose: () => void }) {
  const isStaff = session()?.role !== 'customer'
  return (
    <Dialog open onOpenChange={onClose} title="Oturumlar ve güvenlik" wide>
      <div className="grid gap-6">
        {isStaff && <SecuritySection />}
        <SessionsSection />
      </div>
    </Dialog>
  )
}

function SecuritySection() {
  const query = useCallQuery(readSecurity, {})
  if (query.data) return <SecondFactorSection security={query.data} />
  return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={1} />
}

function SessionsSection() {
  const query = useCallQuery(listSessions, {})
  const { run, pending } = useRecentLoginCommand(endOtherSessions, {
    againWhenLost: true,
    refetchWhenLost: true,
    showError: 'toast',
    onReply: ({ message }) => toast.success(message),
  })
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">Açık oturumlar</h3>
      {query.data && (
        <ul aria-label="Açık oturumlar" className="divide-y divide-line rounded-md border border-line">
          {query.data.map(one => (
            <SessionRow key={`${one.created_at} ${one.device} ${one.is_current}`} session={one} />
          ))}
        </ul>
      )}
      {!query.data && (query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={2} />)}
      {query.data && query.data.length > 1 && (
        <Button
          className="justify-self-start"
          busy={pending}
          busyText="Oturumlar kapatılıyor"
          onClick={() => void run({})}
        >
          Diğer oturumları kapat
        </Button>
      )}
    </section>
  )
}

function SessionRow({ session: { device, created_at, last_used_at, is_current } }: { session: OwnSession }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="grid min-w-0">
        <span className="font-medium">{device || 'Bilinmeyen cihaz'}</span>
        <span className="text-ink-soft text-sm">
          Giriş: {formatInstant(created_at)} · Son kullanım: {formatInstant(last_used_at)}
        </span>
      </div>
      {is_current && <Badge tone="green">Bu oturum</Badge>}
    </li>
  )
}
