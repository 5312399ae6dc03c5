import type { ReactNode } from 'react'
import { Brand } from '../parts/brand.tsx'
import { Frame } from '../parts/frame.tsx'
import { ProfileMenu } from '../parts/profile-menu.tsx'
import { leave } from '../parts/session-end.ts'
import { useSession } from '../session.ts'
import { Link } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'

/** What every screen of a marketer stands in. */
export function MarketerShell({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session?.role !== 'marketer') return null
  const logOut = () => {
    leave()
    toast.success('Çıkış yapıldı')
  }
  const { name, username } = session.user
  return (
    <Frame
      header={
        <div className="mx-auto flex h-14 max-w-page items-center justify-between gap-4 px-gutter">
          <Link to="/marketer/dashboard" className="min-w-0 rounded-md">
            <Brand />
          </Link>
          <div className="flex min-w-0 shrink-0 items-center gap-2">
            <span className="max-w-40 truncate text-ink-soft text-sm lg:hidden">{name}</span>
            <ProfileMenu name={name} username={username} onLeave={logOut} />
          </div>
        </div>
      }
    >
      {children}
    </Frame>
  )
}
