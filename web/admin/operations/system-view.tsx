import { DatabaseBackup, MailWarning, MailX, MonitorCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Backup, type Operations, readOperations } from '#contract/operations.ts'
import { ROLE_LABELS } from '#contract/roles.ts'
import { formatInstant } from '#contract/turkish.ts'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Card } from '../../ui/card.tsx'
import { Details } from '../../ui/details.tsx'
import { Figures } from '../../ui/figures.tsx'
import { sizeText } from '../../ui/file-chooser.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { Mails } from './mails.tsx'
import { backupFailure } from './reasons.ts'

const REFRESH_INTERVAL = 15_000

/** The state of the portal: mails, backups, versions and sessions, refreshed while the window is visible. */
export function SystemView({ chooser }: { chooser: ReactNode }) {
  const operations = useCallQuery(readOperations, {})
  useVisibleInterval(REFRESH_INTERVAL, () => void operations.refetch())
  const { data, error } = operations
  return (
    <Page
      title="Sistem"
      windowTitle="Sistem · Yönetim"
      aside={chooser}
      figures={<Figures figures={figuresOf(data, operations.isError)} />}
    >
      <div className="grid min-w-0 gap-6">
        <StaleStrip query={{ ...operations, error: data ? error : null }} />
        {data ? (
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-3">
            <Backups backups={data.backups} />
            <Sessions sessions={data.sessions} />
            <Versions operations={data} />
          </div>
        ) : error ? (
          <Failed query={operations} error={error} />
        ) : (
          <LoadingRows rows={6} label="Sistem durumu yükleniyor" />
        )}
        <Mails givenUp={data?.mails.given_up ?? 0} />
      </div>
    </Page>
  )
}

function figuresOf(data: Operations | undefined, failed: boolean) {
  const shown = (value: (operations: Operations) => ReactNode) => (data ? value(data) : failed ? '–' : undefined)
  return [
    { label: 'Bekleyen e-posta', icon: MailWarning, value: shown(({ mails }) => wholeText(mails.waiting)) },
    {
      label: 'Vazgeçilenler',
      icon: MailX,
      value: shown(({ mails }) => wholeText(mails.given_up)),
      hint: 'Gönderilmeyecek e-postalar',
    },
    { label: 'Son yedek', icon: DatabaseBackup, value: shown(({ backups }) => lastBackupText(backups)) },
    {
      label: 'Etkin oturum',
      icon: MonitorCheck,
      value: shown(({ sessions }) => wholeText(sessions.reduce((sum, { in_use }) => sum + in_use, 0))),
      hint: 'Son 15 dakikada kullanılan',
    },
  ]
}

/** The newest backup that exists, even if its copy failed. */
const newestOf = ({ last, last_success }: Operations['backups']) => (last?.file ? last : last_success)

function lastBackupText(backups: Operations['backups']) {
  const newest = newestOf(backups)
  if (newest) return <span className="max-sm:text-base">{formatInstant(newest.started_at)}</span>
  return backups.is_enabled ? 'Henüz yok' : 'Kapalı'
}

function Backups({ backups }: Pick<Operations, 'backups'>) {
  const { is_enabled, last } = backups
  const newest = newestOf(backups)
  return (
    <Card title="Yedekleme">
      <div className="grid gap-3">
        {!is_enabled && <p className="text-ink-soft">Yedekleme kapalı. BACKUP_DIR ayarıyla açılır.</p>}
        {last && last.problem !== null && <FailedBackup backup={last} problem={last.problem} />}
        {newest ? (
          <Details
            details={[
              { label: 'Son yedek', value: formatInstant(newest.started_at) },
              { label: 'Boyut', value: newest.bytes !== null && sizeText(newest.bytes) },
              { label: 'Dosya', value: <span className="break-all">{newest.file}</span> },
            ]}
          />
        ) : (
          is_enabled && <p className="text-ink-soft">Henüz yedek alınmadı.</p>
        )}
      </div>
    </Card>
  )
}

function FailedBackup({ backup: { started_at, file }, problem }: { backup: Backup; problem: string }) {
  return (
    <AlertStrip
      kind="warning"
      title={`${formatInstant(started_at)} tarihli yedek ${file ? 'alındı, kopyası alınamadı' : 'alınamadı'}`}
    >
      {backupFailure(problem)}.{' '}
      <span lang="en" className="break-words text-sm">
        {problem}
      </span>
    </AlertStrip>
  )
}

function Sessions({ sessions }: Pick<Operations, 'sessions'>) {
  return (
    <Card title="Oturumlar">
      <PlainTable
        label="Oturumlar"
        rows={sessions}
        rowKey={({ role }) => role}
        columns={[
          { head: 'Rol', cell: ({ role }) => ROLE_LABELS[role] },
          { head: 'Kullanımda', cell: ({ in_use }) => wholeText(in_use), numeric: true },
          { head: 'Açık', cell: ({ open }) => wholeText(open), numeric: true },
        ]}
      />
    </Card>
  )
}

function Versions({ operations: { versions, started_at } }: { operations: Operations }) {
  return (
    <Card title="Sürümler">
      <Details
        details={[
          { label: 'Program', value: versions.program },
          { label: 'Veritabanı şeması', value: versions.schema },
          { label: 'PostgreSQL', value: versions.postgres },
          { label: 'Node.js', value: versions.node },
          { label: 'Çalışmaya başladı', value: formatInstant(started_at) },
        ]}
      />
    </Card>
  )
}
