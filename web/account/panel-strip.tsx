import { useState } from 'react'
import { Link } from 'react-router'
import { HOME_OF } from '../parts/home-of.ts'
import { useSession } from '../session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'

/** An admin or a marketer who comes to a login while signed in is offered the way back to the panel. */
export function PanelStrip() {
  const present = useSession()
  // Whoever signs in on this very page is on the way to the panel already.
  const [session] = useState(present)
  if (!session || !present || session.role === 'customer') return null
  const { role, user } = session
  return (
    <AlertStrip
      kind="info"
      action={
        <Button asChild size="small">
          <Link to={HOME_OF[role]}>Panele dön</Link>
        </Button>
      }
    >
      {user.name} ({role === 'admin' ? 'yönetici' : 'pazarlamacı'}) olarak giriş yaptınız. Buradan girilirse o oturum bu
      tarayıcıda kapanır.
    </AlertStrip>
  )
}
