import { Building2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'

/** A menu item of the account that opens the company's data. */
export const CompanyButton = ({ onClick }: { onClick: () => void }) => (
  <Button icon={Building2} block onClick={onClick}>
    Firma bilgileri
  </Button>
)
