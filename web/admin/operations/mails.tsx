import { CircleX, Clock, MailCheck, Send, SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import {
  giveUpMail,
  listMails,
  MAIL_KINDS,
  type OutgoingMail,
  retryGivenUpMails,
  retryMail,
} from '#contract/operations.ts'
import { formatInstant } from '#contract/turkish.ts'
import { type ApiError, isNotFound } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useRowCommand } from '../../lists/row-command.ts'
import { MissingRow, useRowSheet } from '../../lists/row-sheet.tsx'
import { showNextResults, useSteadyList } from '../../lists/steady-list.ts'
import { useListQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Details } from '../../ui/details.tsx'
import { SideSheet } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toaster.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { mailFailure } from './reasons.ts'

type MailState = 'all' | 'waiting' | 'given_up'

const STATES = [
  { value: 'all', label: 'Tümü' },
  { value: 'waiting', label: 'Bekleyen' },
  { value: 'given_up', label: 'Vazgeçilen' },
] as const satisfies { value: MailState; label: string }[]

const REFRESH_INTERVAL = 15_000

/**
 * The waiting and given-up mails, refreshed while the window is visible; `givenUp` is the number of the latter. Rows
 * keep their places, as many mails leave the list at once when the mail server can be reached again.
 */
export function Mails({ givenUp }: { givenUp: number }) {
  const [state, setState] = useState<MailState>('all')
  const listed = useListQuery(listMails, { query: state === 'all' ? {} : { state } })
  const mails = useSteadyList(listed, state, hasSameLayout)
  const phone = useIsPhoneWidth()
  useVisibleInterval(REFRESH_INTERVAL, () => void mails.refetch())
  const sheet = useRowSheet('mail', mails.items, ({ id }) => id)
  const { retry, giveUp, retryAll, isRetryingAll } = useMailActions()
  const actions: Column<OutgoingMail> = {
    key: 'actions',
    head: 'İşlemler',
    hideHead: true,
    width: '5.5rem',
    onPhone: 'foot',
    cell: mail => (
      <span className="inline-flex">
        <IconButton size="small" icon={Send} label={`Yeniden gönder: ${labelOf(mail)}`} onClick={() => retry(mail)} />
        {!mail.gave_up_at && (
          <IconButton size="small" icon={CircleX} label={`Vazgeç: ${labelOf(mail)}`} onClick={() => giveUp(mail)} />
        )}
      </span>
    ),
  }
  return (
    <section aria-label="E-postalar" className="grid min-w-0 gap-3">
      <h2 className="font-semibold text-base">Gönderilmeyen e-postalar</h2>
      <Toolbar
        label="E-posta filtreleri"
        end={
          givenUp > 0 && (
            <Button icon={SendHorizontal} busy={isRetryingAll} onClick={retryAll}>
              Vazgeçilenleri yeniden gönder
            </Button>
          )
        }
      >
        <Segmented label="Durum" className="max-sm:basis-full!" options={STATES} value={state} onChange={setState} />
      </Toolbar>
      <ListStates query={mails} empty={<NoMails state={state} />}>
        <NewRows waiting={mails.waiting} noun="e-posta" place={phone ? 'edge' : 'head'} />
        <DataTable
          label="E-postalar"
          columns={[...COLUMNS, actions]}
          rows={mails.items}
          rowKey={mail => mail.id}
          current={sheet.id || undefined}
          onOpen={mail => sheet.open(mail.id)}
          onEndReached={mails.hasNextPage ? () => void mails.fetchNextPage() : undefined}
          loadingMore={mails.isFetchingNextPage}
        />
      </ListStates>
      {sheet.row && <MailSheet mail={sheet.row} open={sheet.isOpen} onOpenChange={sheet.close} />}
      {sheet.isMissing && !mails.isFetching && <MissingRow onClose={sheet.close} />}
    </section>
  )
}

/** On a phone the error may take several lines. */
const hasSameLayout = (before: OutgoingMail, after: OutgoingMail) => before.last_error === after.last_error

/** The actions on mails. Their toasts name the mail, and giving one up can be undone. */
function useMailActions() {
  const onReply = () => showNextResults('operations')
  const sentAgain = { againWhenLost: true, refetchWhenLost: true, showError, onReply } as const
  const retrying = useRowCommand(retryMail, sentAgain)
  const givingUp = useRowCommand(giveUpMail, sentAgain)
  const retry = async (mail: OutgoingMail) => {
    const reply = await retrying.run({ params: { id: mail.id } })
    if (reply) toast.success('E-posta yeniden gönderilecek', { description: labelOf(mail) })
  }
  const giveUp = async (mail: OutgoingMail) => {
    const action = { label: 'Geri al', onClick: () => void retry(mail) }
    const reply = await givingUp.run({ params: { id: mail.id } })
    if (reply) toast.success('Gönderimden vazgeçildi', { description: labelOf(mail), action })
  }
  const retryingAll = useCommand(retryGivenUpMails, {
    ...sentAgain,
    // None is left if another admin was first, or if the reply of a first attempt was lost.
    onReply: ({ retried }) => {
      showNextResults('operations')
      if (retried > 0) toast.success(`${wholeText(retried)} e-posta yeniden gönderilecek`)
      else toast.info(EMPTY_TITLES.given_up)
    },
  })
  return {
    retry: (mail: OutgoingMail) => void retry(mail),
    giveUp: (mail: OutgoingMail) => void giveUp(mail),
    retryAll: () => void retryingAll.run({}),
    isRetryingAll: retryingAll.pending,
  }
}

function showError(error: ApiError) {
  if (!isNotFound(error)) return window.alert(error.message)
  return toast.info('E-posta artık beklemiyor; bu arada gönderilmiş olabilir')
}

const EMPTY_TITLES: Record<MailState, string> = {
  all: 'Gönderilmeyen e-posta yok',
  waiting: 'Bekleyen e-posta yok',
  given_up: 'Vazgeçilen e-posta yok',
}

function NoMails({ state }: { state: MailState }) {
  return (
    <EmptyState
      icon={MailCheck}
      title={EMPTY_TITLES[state]}
      text="Gönderilemeyen e-postalar üç gün boyunca yeniden denenir, sonra vazgeçilir."
    />
  )
}

type MailSheetProps = { mail: OutgoingMail; open: boolean; onOpenChange: (open: boolean) => void }

function MailSheet({ mail, ...dialog }: MailSheetProps) {
  const { recipient, created_at, tries, next_at, gave_up_at, last_error } = mail
  return (
    <SideSheet {...dialog} title={kindOf(mail)} description={recipient ?? undefined}>
      <div className="grid gap-4">
        <div>
          <StateBadge mail={mail} />
        </div>
        <Details
          stacked
          details={[
            { label: 'Alıcı', value: recipient },
            { label: 'Kuyruğa alındı', value: formatInstant(created_at) },
            { label: 'Deneme sayısı', value: wholeText(tries) },
            gave_up_at
              ? { label: 'Vazgeçildi', value: formatInstant(gave_up_at) }
              : { label: 'Sonraki deneme', value: isOverdue(mail) ? PAUSED : formatInstant(next_at) },
            { label: 'Son hata', value: last_error && mailFailure(last_error) },
            { label: 'Hata metni', value: last_error && <span lang="en">{last_error}</span> },
          ]}
        />
      </div>
    </SideSheet>
  )
}

const PAUSED = 'Gönderim duraklatıldı; e-posta sunucusu yanıt verince gönderilir'

/** Whether a mail should have been tried long ago: while the mail server cannot be used, due mails wait (page 011). */
const isOverdue = ({ next_at, is_being_sent }: OutgoingMail) =>
  !is_being_sent && Date.parse(next_at) + OVERDUE_AFTER < Date.now()

/** In milliseconds, since a busy portal sends mails late, too. */
const OVERDUE_AFTER = 60_000

function StateBadge({ mail }: { mail: OutgoingMail }) {
  if (mail.gave_up_at)
    return (
      <Badge tone="red" icon={CircleX}>
        Vazgeçildi
      </Badge>
    )
  return mail.is_being_sent ? (
    <Badge tone="blue" icon={Send}>
      Gönderiliyor
    </Badge>
  ) : (
    <Badge tone="yellow" icon={Clock}>
      Bekliyor
    </Badge>
  )
}

const kindOf = ({ kind }: OutgoingMail) => MAIL_KINDS[kind] ?? kind
const labelOf = (mail: OutgoingMail) => [kindOf(mail), mail.recipient].filter(Boolean).join(', ')

const truncated = (text: string | null) => (
  <span className="block truncate max-sm:whitespace-normal" title={text ?? undefined}>
    {text || '–'}
  </span>
)

const COLUMNS: readonly Column<OutgoingMail>[] = [
  { key: 'kind', head: 'Tür', minWidth: '8rem', cell: mail => truncated(kindOf(mail)) },
  { key: 'state', head: 'Durum', width: '8.5rem', onPhone: 'aside', cell: mail => <StateBadge mail={mail} /> },
  { key: 'recipient', head: 'Alıcı', hideOrder: 4, minWidth: '10rem', cell: mail => truncated(mail.recipient) },
  {
    key: 'error',
    head: 'Son hata',
    hideOrder: 3,
    minWidth: '10rem',
    cell: ({ last_error }) => truncated(last_error && mailFailure(last_error)),
  },
  { key: 'tries', head: 'Deneme', hideOrder: 1, width: '5.5rem', numeric: true, cell: mail => wholeText(mail.tries) },
  { key: 'since', head: 'Kuyruğa alındı', hideOrder: 2, width: '9.5rem', cell: mail => formatInstant(mail.created_at) },
]
