import { useState } from 'react'
import { HOME_OF } from '../parts/home-of.ts'
import { useSession } from '../session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'

/** Who comes to a login while signed in is offered the way back; customers are led home from their own. */
export function PanelStrip() {
  const present = useSession()
  // Whoever signs in on this very page is on the way to the panel already.
  const [session] = useState(present)
  if (!session || !present) return null
  const { role, user } = session
  const name = role === 'customer' ? user.company_name : user.name
  return (
    <AlertStrip
      kind="info"
      action={
        <Button asChild size="small">
          <Link to={HOME_OF[role]}>{role === 'customer' ? 'Ana sayfaya dön' : 'Panele dön'}</Link>
        </Button>
      }
    >
      {name} ({KINDS[role]}) olarak giriş yaptınız. Buradan girilirse o oturum bu tarayıcıda kapanır.
    </AlertStrip>
  )
}

const KINDS = { customer: 'müşteri', marketer: 'pazarlamacı', admin: 'yönetici' }
