import { Mail, Phone } from 'lucide-react'
import { COPYRIGHT_YEAR, TAGLINE, VERSION_LABEL } from '#contract/settings.ts'
import { Link } from '../ui/router.tsx'
import { Brand } from './brand.tsx'
import { useSettings } from './use-settings.ts'

/** The footer of the customer's screens: contact and links. */
export function Footer() {
  const settings = useSettings()
  const mail = settings?.support_email
  const phone = settings?.support_phone
  return (
    <footer className="mt-10 border-line border-t bg-surface">
      <div className="mx-auto grid max-w-page gap-8 px-gutter py-10 sm:grid-cols-3">
        <div className="grid content-start gap-2">
          <Brand />
          <p className="text-ink-soft">{TAGLINE}</p>
        </div>
        {(mail || phone) && (
          <section aria-labelledby="footer-contact" className="grid content-start gap-1">
            <h2 id="footer-contact" className="font-semibold text-sm">
              İletişim
            </h2>
            {mail && (
              <a href={`mailto:${mail}`} className={LINE}>
                <Mail aria-hidden className="size-4 shrink-0 text-ink-soft" /> {mail}
              </a>
            )}
            {phone && (
              <a href={telLink(phone)} className={LINE}>
                <Phone aria-hidden className="size-4 shrink-0 text-ink-soft" /> {phone}
              </a>
            )}
          </section>
        )}
        <QuickLinks mail={mail} hasNotice={settings?.privacy_version !== undefined} />
      </div>
      <div className="border-line border-t">
        <p className="mx-auto flex max-w-page flex-wrap justify-between gap-x-6 gap-y-1 px-gutter py-4 text-ink-soft text-sm">
          <span>{VERSION_LABEL}</span>
          <span>
            © {COPYRIGHT_YEAR} {settings?.company_name ?? 'Toptan'}
          </span>
        </p>
      </div>
    </footer>
  )
}

function QuickLinks({ mail, hasNotice }: { mail: string | undefined; hasNotice: boolean }) {
  return (
    <nav aria-labelledby="footer-links" className="grid content-start gap-1">
      <h2 id="footer-links" className="font-semibold text-sm">
        Hızlı bağlantılar
      </h2>
      <Link to="/products" className={LINE}>
        Ürün Kataloğu
      </Link>
      <Link to="/orders" className={LINE}>
        Sipariş Geçmişi
      </Link>
      <Link to="/admin-login" className={LINE}>
        Yönetici Girişi
      </Link>
      {mail && (
        <a href={`mailto:${mail}`} className={LINE}>
          Destek
        </a>
      )}
      {hasNotice && (
        <Link to="/privacy" className={LINE}>
          Aydınlatma metni
        </Link>
      )}
    </nav>
  )
}

const LINE = 'inline-flex min-h-control min-w-0 items-center gap-2 break-all text-link sm:pointer-fine:min-h-7'

/** A `tel:` link of a number, with its digits and `+` alone, and without what follows a complete Turkish number. */
export const telLink = (phone: string) => `tel:${/^\+?9?0[2-8].{9}|.*/.exec(phone.replace(/[^\d+]/g, ''))?.[0]}`
