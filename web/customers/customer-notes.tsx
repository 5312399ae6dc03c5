import { Trash2 } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import {
  addCustomerNote,
  type CustomerNote,
  deleteCustomerNote,
  listCustomerNotes,
  MAX_CUSTOMER_NOTE,
} from '#contract/customer-notes.ts'
import { ROLE_LABELS } from '#contract/roles.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useCommand } from '../command.ts'
import { useSession } from '../current-session.ts'
import { useDeleteCommand } from '../delete-command.ts'
import { useStoredForm } from '../forms/use-stored-form.ts'
import { Failed } from '../lists/list-states.tsx'
import { NoConnection } from '../lists/no-connection.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { useCallQuery } from '../queries.ts'
import { isText } from '../stored-values.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useConfirmBeforeLeaving } from '../ui/leave-guard.ts'
import { LoadingRows } from '../ui/skeleton.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'

type CustomerNotesProps = {
  customerId: string
  companyName: string
  /** The text in the field for a new note. */
  text: string
  setText: Dispatch<SetStateAction<string>>
}

/** The notes of marketer and admins about a customer, with a field for a new one. */
export function CustomerNotes(props: CustomerNotesProps) {
  const query = useCallQuery(listCustomerNotes, { params: { id: props.customerId } })
  return (
    <div className="grid gap-4">
      <NewNote {...props} />
      {query.data ? (
        <NoteList notes={query.data} />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </div>
  )
}

function NewNote({ customerId: id, companyName, text, setText }: CustomerNotesProps) {
  const online = useOnline()
  const isUnsaved = text.trim() !== ''
  useStoredForm({
    name: `customer-note:${id}`,
    title: `Yeni not · ${companyName}`,
    changed: () => (isUnsaved ? { text } : {}),
    restore: stored => isText(stored.text) && setText(stored.text),
  })
  useConfirmBeforeLeaving(isUnsaved, 'Eklemediğiniz not kaybolur.', () => setText(''))
  const [error, setError] = useState<string>()
  const { run, pending } = useCommand(addCustomerNote, {
    showError: ({ message }) => setError(message),
    onReply: (_, { body }) => {
      // Text typed while the note was in flight stays.
      setText(present => (present === body?.text ? '' : present))
      toast.success('Not eklendi')
    },
  })
  const add = () => {
    setError(isUnsaved ? undefined : 'Not boş olamaz')
    if (isUnsaved && online) void run({ params: { id }, body: { text } })
  }
  return (
    <Form
      className="gap-2"
      onSubmit={event => {
        event.preventDefault()
        add()
      }}
    >
      <Field
        label="Yeni not"
        hint="Müşterinin pazarlamacısı ve yöneticiler görür. Müşterinin indirdiği kişisel verilerde yoktur, yöneticinin indirdiklerinde vardır."
        {...(error && { error })}
      >
        <Textarea
          rows={2}
          maxLength={MAX_CUSTOMER_NOTE}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setError(undefined)
          }}
        />
      </Field>
      <NoConnection>Notu bağlantı gelince ekleyebilirsiniz.</NoConnection>
      <Button type="submit" disabled={!online} busy={pending} busyText="Not ekleniyor" className="justify-self-end">
        Not ekle
      </Button>
    </Form>
  )
}

function NoteList({ notes }: { notes: readonly CustomerNote[] }) {
  const session = useSession()
  const [deleting, setDeleting] = useState<CustomerNote>()
  const [open, setOpen] = useState(false)
  const { run, pending } = useDeleteCommand(deleteCustomerNote, {
    showError: 'toast',
    onDeleted: reply => {
      setOpen(false)
      // Not found: the customer, and the note with it, may be another marketer's by now.
      if (reply || session?.role === 'admin') toast.success('Not silindi')
      else toast.info('Not artık listenizde yok')
    },
  })
  const mayDelete = ({ author_id }: CustomerNote) => session?.role === 'admin' || session?.user.id === author_id
  if (notes.length === 0) return <p className="text-ink-soft">Henüz not yok.</p>
  return (
    <>
      <ul aria-label="Notlar" className="divide-y divide-line border-line border-t">
        {notes.map(note => (
          <li key={note.id} className="flex items-start gap-2 py-3 last:pb-0">
            <div className="grid min-w-0 flex-1 gap-1">
              <p className="whitespace-pre-line break-words">{note.text}</p>
              <p className="text-ink-soft text-sm">
                {note.author_name} ({ROLE_LABELS[note.author_role]}) ·{' '}
                <time dateTime={note.created_at}>{formatInstant(note.created_at)}</time>
              </p>
            </div>
            {mayDelete(note) && (
              <IconButton
                icon={Trash2}
                label={`Notu sil: ${note.text.slice(0, 40)}`}
                onClick={() => {
                  setDeleting(note)
                  setOpen(true)
                }}
                className="-mt-2 -mr-2"
              />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Not silinsin mi?"
        confirm="Notu sil"
        danger
        busy={pending}
        onConfirm={() => deleting && void run({ params: { id: deleting.id } })}
      >
        {deleting?.text}
      </ConfirmDialog>
    </>
  )
}
