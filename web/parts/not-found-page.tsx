import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { HOME_OF } from './home-of.ts'

/** The address leads nowhere; the way home does. */
export function NotFoundPage() {
  const session = useSession()
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Sayfa bulunamadı</title>
      <EmptyState
        icon={Compass}
        tone="brand"
        title="Sayfa bulunamadı"
        text="Bu adreste bir sayfa yok. Adres yanlış yazılmış veya sayfa kaldırılmış olabilir."
        action={
          <Button asChild variant="primary">
            <Link to={session ? HOME_OF[session.role] : '/login'}>{session ? 'Ana sayfaya dön' : 'Giriş yap'}</Link>
          </Button>
        }
      />
    </main>
  )
}
