import { useState } from 'react'
import { useSession } from '../current-session.ts'
import { HOME_PATH } from '../session/home-path.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'

/** On a login page, offers a logged-in user a link back; customers are redirected from their own login. */
export function PanelStrip() {
  const present = useSession()
  // Read once: after logging in on this page, the user is already being navigated on.
  const [session] = useState(present)
  if (!session || !present) return null
  const { role, user } = session
  const name = role === 'customer' ? user.company_name : user.name
  return (
    <AlertStrip
      kind="info"
      action={
        <Button asChild size="small">
          <Link to={HOME_PATH[role]}>{role === 'customer' ? 'Ana sayfaya dön' : 'Panele dön'}</Link>
        </Button>
      }
    >
      {name} ({KINDS[role]}) olarak giriş yaptınız. Buradan girilirse o oturum bu tarayıcıda kapanır.
    </AlertStrip>
  )
}

const KINDS = { customer: 'müşteri', marketer: 'pazarlamacı', admin: 'yönetici' }
