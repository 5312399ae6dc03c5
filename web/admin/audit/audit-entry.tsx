import {
  CircleCheck,
  CircleX,
  Eye,
  FileDown,
  FileUp,
  KeyRound,
  LockOpen,
  LogIn,
  LogOut,
  type LucideIcon,
  MailCheck,
  OctagonAlert,
  OctagonPause,
  PackageX,
  Pencil,
  Plus,
  RefreshCw,
  Send,
  ShieldCheck,
  ShieldOff,
  StickyNote,
  Trash2,
  UserRoundX,
  UserX,
} from 'lucide-react'
import type { AuditAction, AuditEntry } from '#contract/audit.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useMarketers } from '../customers/marketer-options.ts'
import { actionLabel, changesOf, type FieldChange, summaryOf } from './audit-labels.ts'

const LOOKS: Record<AuditAction, { tone: Tone; icon: LucideIcon }> = {
  created: { tone: 'green', icon: Plus },
  updated: { tone: 'blue', icon: Pencil },
  deleted: { tone: 'red', icon: Trash2 },
  deactivated: { tone: 'red', icon: UserX },
  imported: { tone: 'blue', icon: FileUp },
  status_changed: { tone: 'blue', icon: RefreshCw },
  password_changed: { tone: 'yellow', icon: KeyRound },
  email_confirmed: { tone: 'green', icon: MailCheck },
  logged_in: { tone: 'neutral', icon: LogIn },
  finalized: { tone: 'green', icon: CircleCheck },
  differences_shown: { tone: 'yellow', icon: Eye },
  unlocked: { tone: 'yellow', icon: LockOpen },
  exported: { tone: 'yellow', icon: FileDown },
  pseudonymized: { tone: 'red', icon: UserRoundX },
  sessions_ended: { tone: 'yellow', icon: LogOut },
  second_factor_added: { tone: 'green', icon: ShieldCheck },
  second_factor_replaced: { tone: 'yellow', icon: ShieldCheck },
  second_factor_removed: { tone: 'red', icon: ShieldOff },
  recovery_code_used: { tone: 'yellow', icon: KeyRound },
  recovery_codes_replaced: { tone: 'yellow', icon: RefreshCw },
  note_added: { tone: 'green', icon: StickyNote },
  note_deleted: { tone: 'red', icon: StickyNote },
  retried: { tone: 'blue', icon: Send },
  blocked: { tone: 'red', icon: OctagonPause },
  released: { tone: 'green', icon: LockOpen },
  written_off: { tone: 'red', icon: PackageX },
  given_up: { tone: 'red', icon: CircleX },
  offered: { tone: 'blue', icon: Pencil },
  offer_ended: { tone: 'blue', icon: RefreshCw },
  recalled: { tone: 'red', icon: OctagonAlert },
}

/** The action of an audit entry as a coloured badge. */
export function AuditActionBadge({ entry }: { entry: AuditEntry }) {
  const looks: Partial<Record<string, (typeof LOOKS)[AuditAction]>> = LOOKS
  return <Badge {...looks[entry.action]}>{actionLabel(entry)}</Badge>
}

/** The changed fields in one line, with what says which goods and why; a dash for a record that was created or deleted. */
export function AuditSummary({ entry }: { entry: AuditEntry }) {
  const changes = useChanges(entry)
  if (!entry.before || !entry.after) return <span className="text-ink-soft">–</span>
  const text = summaryOf(changes)
  return (
    <span className="block truncate" title={text}>
      {text}
    </span>
  )
}

/** The changed fields of an audit entry, each with its value before and after. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = useChanges(entry)
  return (
    <div className="grid gap-4">
      <div>
        <AuditActionBadge entry={entry} />
      </div>
      {changes.length > 0 ? (
        <ChangeTable entry={entry} changes={changes} />
      ) : (
        <p className="text-ink-soft">Bu işlemin saklanan bir alanı yok.</p>
      )}
      <p className="text-ink-soft text-sm">
        Kayıt kimliği: <span className="select-all break-all">{entry.entity_id}</span>
      </p>
    </div>
  )
}

function ChangeTable({ entry, changes }: { entry: AuditEntry; changes: readonly FieldChange[] }) {
  const head = 'py-2 pr-3 font-medium'
  return (
    <table className="w-full table-fixed text-sm">
      <thead>
        <tr className="text-left text-ink-soft">
          <th scope="col" className={head}>
            Alan
          </th>
          {entry.before && (
            <th scope="col" className={head}>
              Önce
            </th>
          )}
          {entry.after && (
            <th scope="col" className={head}>
              Sonra
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after, isFact }) => (
          <tr key={field} className="border-line border-t align-top">
            <th scope="row" className="break-words py-2 pr-3 text-left font-medium">
              {label}
            </th>
            {entry.before && !isFact && <Value text={before} />}
            {entry.after && <Value text={after} columns={isFact ? 2 : 1} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text, columns = 1 }: { text: string; columns?: number }) {
  return (
    <td colSpan={columns} className="whitespace-pre-line break-words py-2 pr-3">
      {text || <span className="text-ink-soft">boş</span>}
    </td>
  )
}

function useChanges(entry: AuditEntry) {
  const marketers = useMarketers()
  return changesOf(entry, id => marketers.data?.find(marketer => marketer.id === id)?.name)
}
