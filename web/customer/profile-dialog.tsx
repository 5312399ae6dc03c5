import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ProfileChange, readProfile, updateProfile } from '#contract/customers.ts'
import { ask } from '../api.ts'
import { answersOf } from '../parts/asking.ts'
import { renewUser } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LeaveUnsaved } from '../ui/leave-unsaved.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toaster.tsx'
import { ProfileForm } from './profile-form.tsx'

type ProfileDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** What the customer may see and change of itself. What was typed is not lost by closing without being asked. */
export function ProfileDialog({ open, onOpenChange }: ProfileDialogProps) {
  const form = useId()
  const [isChanged, setChanged] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const close = () => {
    setLeaving(false)
    setChanged(false)
    onOpenChange(false)
  }
  const save = useMutation({
    mutationFn: (body: ProfileChange) => ask(updateProfile, { body }),
    onSuccess: ({ message, user }) => {
      renewUser(user)
      toast.success(message)
      close()
    },
  })
  const leave = () => {
    if (save.isPending) return
    save.reset()
    if (isChanged) setLeaving(true)
    else close()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={leave}
        title="Firma bilgileri"
        footer={
          <>
            <Button onClick={leave}>Vazgeç</Button>
            <Button variant="primary" type="submit" form={form} busy={save.isPending} busyText="Bilgiler kaydediliyor">
              Kaydet
            </Button>
          </>
        }
      >
        <PresentProfile
          id={form}
          onChanged={setChanged}
          onSave={async change => {
            if (Object.keys(change).length === 0) close()
            else if (!save.isPending) await save.mutateAsync(change)
          }}
        />
      </Dialog>
      <LeaveUnsaved open={leaving} onOpenChange={setLeaving} onLeave={close}>
        Firma bilgilerinde yaptığınız değişiklikler kaybolur.
      </LeaveUnsaved>
    </>
  )
}

type PresentProfileProps = {
  id: string
  onChanged: (isChanged: boolean) => void
  onSave: (change: ProfileChange) => Promise<void>
}

function PresentProfile(props: PresentProfileProps) {
  // Asked for once each time the dialog opens, so that nothing changes beneath what is being typed.
  const profile = useQuery({
    queryKey: [...answersOf(readProfile), 'to edit'],
    queryFn: ({ signal }) => ask(readProfile, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (profile.data) return <ProfileForm profile={profile.data} {...props} />
  if (profile.error)
    return (
      <ErrorState text={profile.error.message} onRetry={() => void profile.refetch()} retrying={profile.isFetching} />
    )
  return (
    <Loading>
      <div className="grid gap-4">
        {['username', 'company', 'email', 'phone'].map(field => (
          <div key={field} className="grid gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-control" />
          </div>
        ))}
        <Skeleton className="h-20" />
      </div>
    </Loading>
  )
}
