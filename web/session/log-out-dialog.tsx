import { useState } from 'react'
import { session } from '../current-session.ts'
import { CART_PATH } from '../orders/order-paths.ts'
import { sendNow } from '../pwa/outbox.ts'
import { outboxCount } from '../pwa/outbox-counts.ts'
import { type Entry, isOrder, needsDecision } from '../pwa/outbox-entry.ts'
import { refresh, useOutbox } from '../pwa/outbox-store.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useIsMounted } from '../ui/is-mounted.ts'
import { useNavigate } from '../ui/router.tsx'

/** Whether this browser holds orders or changes of the logged-in user, read again from storage. */
export async function readHasOutboxEntries(): Promise<boolean> {
  await refresh()
  return outboxCount() !== 0
}

/** The callbacks of the logout dialog. */
export type LogOutDialogProps = { onStay: () => void; onLeave: () => void }

/** Lists the orders and changes that wait in this browser on logout, and offers to send them first. */
export function LogOutDialog({ onStay, onLeave }: LogOutDialogProps) {
  const navigate = useNavigate()
  const { entries, unreadable } = useOutbox()
  const [stage, setStage] = useState<'question' | 'sending' | 'not_sent'>('question')
  const isMounted = useIsMounted()
  const unsent = entries.filter(isUnsent).length
  const undecided = entries.filter(needsDecision).length + unreadable.length
  const withdrawn = entries.filter(({ standing }) => standing.is === 'withdrawn').length
  const what = entries.every(isOrder) ? ORDERS : CHANGES

  const sendAndLeave = async () => {
    setStage('sending')
    await sendNow()
    const left = await refresh()
    // The user has closed the dialog since.
    if (!isMounted.current) return
    if (left.length === 0) onLeave()
    else setStage(left.some(isUnsent) ? 'not_sent' : 'question')
  }
  const show = () => {
    onStay()
    const role = session()?.role
    if (role) navigate(CART_PATH[role])
  }
  return (
    <Dialog
      open
      onOpenChange={onStay}
      title={unsent > 0 ? `Gönderilmemiş ${what.yours} var` : `Bekleyen ${what.yours} var`}
      footer={
        <>
          <Button onClick={onLeave}>Yine de çıkış yap</Button>
          {unsent > 0 && (
            <Button
              variant="primary"
              busy={stage === 'sending'}
              busyText={`${what.name} gönderiliyor`}
              onClick={() => void sendAndLeave()}
            >
              Gönder ve çıkış yap
            </Button>
          )}
          {unsent === 0 && undecided > 0 && (
            <Button variant="primary" onClick={show}>
              {what === ORDERS ? 'Siparişi göster' : 'Göster'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        <PendingOrders what={what} unsent={unsent} undecided={undecided} withdrawn={withdrawn} />
        {stage === 'not_sent' && unsent > 0 && (
          <AlertStrip kind="error">
            {what.name} gönderilemedi. Bağlantınızı kontrol edip yeniden deneyin; {what.noun} bu cihazda saklanıyor.
          </AlertStrip>
        )}
      </div>
    </Dialog>
  )
}

/** The nouns for the waiting entries: if all are orders, and if other changes are among them. */
const ORDERS = { name: 'Sipariş', noun: 'sipariş', yours: 'siparişiniz', whether: 'siparişin' }
const CHANGES = { name: 'İşlem', noun: 'işlem', yours: 'işleminiz', whether: 'işlemin' }

type PendingOrderCounts = { what: typeof ORDERS; unsent: number; undecided: number; withdrawn: number }

function PendingOrders({ what, unsent, undecided, withdrawn }: PendingOrderCounts) {
  return (
    <>
      {unsent > 0 && (
        <p>
          {unsent} {what.noun} bu cihazda gönderilmeyi bekliyor. Çıkış yaparsanız siz yeniden giriş yapana kadar
          gönderilmez.
        </p>
      )}
      {undecided > 0 && (
        <p>
          {undecided} {what === ORDERS ? 'sipariş verilemedi' : 'işlem yapılamadı'} ve kararınızı bekliyor.
        </p>
      )}
      {withdrawn > 0 && (
        <p>
          Geri aldığınız {withdrawn} {what.whether} ulaşıp ulaşmadığı kontrol ediliyor. Çıkış yaparsanız kontrol,
          yeniden giriş yapınca sürer.
        </p>
      )}
      {unsent + undecided + withdrawn === 0 && <p>Bekleyen {what.yours} kalmadı.</p>}
    </>
  )
}

const isUnsent = ({ standing }: Entry) => standing.is === 'waiting'
