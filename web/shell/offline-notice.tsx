import { RotateCw, WifiOff } from 'lucide-react'
import { useSession } from '../current-session.ts'
import { HOME_PATH } from '../session/home-path.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'

/** The page shown instead of one that cannot be opened offline. */
export function OfflinePage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <OfflineNotice />
    </main>
  )
}

/** The offline notice: that work is stored safely, and a retry button. */
export function OfflineNotice() {
  const session = useSession()
  return (
    <div className="grid max-w-form justify-items-center gap-3 px-gutter py-10 text-center">
      <title>Bağlantı yok</title>
      <WifiOff aria-hidden className="size-12 stroke-[1.5] text-brand-ink" />
      <h1 className="font-semibold text-xl">İnternet bağlantısı yok</h1>
      <p className="text-ink-soft">
        {session?.role === 'admin'
          ? 'Bağlantınız kesildi. Bağlantı gelince kaldığınız yerden sürdürebilirsiniz.'
          : 'Bağlantınız kesildi. Sepetiniz ve gönderilmeyi bekleyen siparişleriniz bu cihazda saklanıyor; bağlantı gelince verileriniz eşitlenir.'}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button asChild size="large">
          <Link to={session ? HOME_PATH[session.role] : '/'}>Ana sayfaya dön</Link>
        </Button>
        <Button variant="primary" size="large" icon={RotateCw} onClick={() => location.reload()}>
          Tekrar dene
        </Button>
      </div>
    </div>
  )
}
