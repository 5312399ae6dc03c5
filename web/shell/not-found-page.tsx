import { Compass } from 'lucide-react'
import { useSession } from '../current-session.ts'
import { HOME_PATH } from '../session/home-path.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'

/** The 404 page, with a link to the start page. */
export function NotFoundPage() {
  const session = useSession()
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Sayfa bulunamadı</title>
      <div className="grid max-w-form justify-items-center gap-3 px-gutter py-10 text-center">
        <Compass aria-hidden className="size-12 stroke-[1.5] text-brand-ink" />
        <h1 className="font-semibold text-xl">Sayfa bulunamadı</h1>
        <p className="text-ink-soft">
          Bu adreste bir sayfa yok. Adres yanlış yazılmış veya sayfa kaldırılmış olabilir.
        </p>
        <Button asChild variant="primary" size="large" className="mt-3">
          <Link to={session ? HOME_PATH[session.role] : '/login'}>{session ? 'Ana sayfaya dön' : 'Giriş yap'}</Link>
        </Button>
      </div>
    </main>
  )
}
