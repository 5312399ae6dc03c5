import { ListChecks } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Shown instead of an own list, or the guide, that has no products. */
export function EmptyList({ isOwn, catalogue }: { isOwn: boolean; catalogue: string }) {
  return (
    <EmptyState
      icon={ListChecks}
      title={isOwn ? 'Bu listede ürün yok' : 'Listeniz henüz boş'}
      text={
        isOwn
          ? '“Liste işlemleri”nden listeyi düzenleyip ürün ekleyin.'
          : 'Sipariş verdikçe aldığınız ürünler burada toplanır; sonraki siparişte yalnızca miktarları girersiniz.'
      }
      {...(!isOwn && {
        action: (
          <Button asChild variant="primary">
            <Link to={catalogue}>Kataloğa git</Link>
          </Button>
        ),
      })}
    />
  )
}
