import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useId, useState } from 'react'
import { type ProfileChange, readProfile, updateProfile } from '#contract/customers.ts'
import { downloadOwnData } from '#contract/privacy.ts'
import { type ApiError, request } from '../api.ts'
import { useCommand } from '../command.ts'
import { updateSessionUser } from '../current-session.ts'
import { useFileDownload } from '../files/file-download.ts'
import { queryKeyOf } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toaster.tsx'
import { ProfileForm } from './profile-form.tsx'

type ProfileDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Shows and edits the customer's profile. Closing it with unsaved changes requires a confirmation. */
export function ProfileDialog({ open, onOpenChange }: ProfileDialogProps) {
  const form = useId()
  const [isChanged, setChanged] = useState(false)
  const close = () => {
    setChanged(false)
    reset()
    onOpenChange(false)
  }
  const { run, reset, pending } = useCommand(updateProfile, {
    showError: 'toast',
    onReply: ({ message, user }) => {
      updateSessionUser(user)
      toast.success(message)
      close()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Firma bilgileri"
      form={form}
      isChanged={isChanged}
      loss="Firma bilgilerinde yaptığınız değişiklikler kaybolur."
      busy={pending}
      busyText="Bilgiler kaydediliyor"
    >
      <LoadedProfile
        id={form}
        onChanged={setChanged}
        onSave={async (body, showError) => {
          if (Object.keys(body).length === 0) close()
          else await run({ body }, showError)
        }}
      />
      <OwnData />
    </FormDialog>
  )
}

/** Downloads all data that the portal stores about the customer. */
function OwnData() {
  const { busy, start } = useFileDownload(error => toast.error(error.message))
  return (
    <section className="mt-5 grid justify-items-start gap-2 border-line border-t pt-4">
      <h3 className="font-medium text-sm">Kişisel veriler</h3>
      <p className="text-ink-soft text-sm">
        Hesabınızla ilgili saklanan verileri (siparişler, teklif talepleri, listeler, bildirimler, e-postalar,
        oturumlar) Excel ve JSON olarak indirebilirsiniz.
      </p>
      <Button
        size="small"
        icon={FileDown}
        busy={busy}
        busyText="Veriler hazırlanıyor"
        onClick={() => void start(downloadOwnData, {})}
      >
        Verilerimi indir
      </Button>
    </section>
  )
}

type LoadedProfileProps = {
  id: string
  onChanged: (isChanged: boolean) => void
  onSave: (change: ProfileChange, showError: (error: ApiError) => void) => Promise<void>
}

function LoadedProfile(props: LoadedProfileProps) {
  // Fetched once per opening, so that nothing changes while the user types.
  const profile = useQuery({
    queryKey: [...queryKeyOf(readProfile), 'to edit'],
    queryFn: async ({ signal }) => {
      const profile = await request(readProfile, { signal })
      // The wholesaler may have changed it since the login, whose values the header and the password forms have.
      updateSessionUser(profile)
      return profile
    },
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
