import { Phone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/router.tsx'

/** A link to the screen for telephone orders. */
export const PhoneOrderLink = () => (
  <Button asChild variant="primary">
    <Link to="/admin/phone-order">
      <Phone aria-hidden className="size-4" /> Telefon siparişi
    </Link>
  </Button>
)
