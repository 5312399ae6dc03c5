import { Download, Share, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { dismissInstall, showInstallPrompt, useInstallOffer } from './install-offer.ts'

/** Offers to install the app; on an iPhone it explains how. Shown above any bar at the bottom. */
export function InstallBanner() {
  const offer = useInstallOffer()
  if (!offer) return null
  return (
    <aside aria-label="Uygulamayı yükleme" className="border-line border-t bg-surface">
      <div className="mx-auto flex max-w-page items-center gap-3 px-gutter py-2">
        <img src="/favicon.svg" alt="" className="size-8 shrink-0" />
        {offer === 'button' ? (
          <>
            <p className="min-w-0 flex-1 text-sm max-sm:hidden">
              <span className="font-medium">Ana ekranınızdan açın</span>
              <span className="text-ink-soft"> · Bağlantı yokken de katalog ve sepet elinizin altında</span>
            </p>
            <Button variant="primary" icon={Download} onClick={showInstallPrompt} className="max-sm:flex-1">
              Uygulamayı yükle
            </Button>
          </>
        ) : (
          <p className="min-w-0 flex-1 text-sm">
            <span className="font-medium">Uygulamayı yükle:</span> Safari’de <Share aria-hidden className={SHARE} />{' '}
            <strong className="font-medium">Paylaş</strong> → <strong className="font-medium">Ana Ekrana Ekle</strong>
          </p>
        )}
        <IconButton icon={X} label="Yükleme önerisini kapat" onClick={dismissInstall} className="-mr-2" />
      </div>
    </aside>
  )
}

const SHARE = 'inline size-4 align-text-bottom text-blue-ink'
