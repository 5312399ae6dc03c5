import { Building2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'

/** Opens the company's data, from the account's menu. */
export const CompanyButton = ({ onClick }: { onClick: () => void }) => (
  <Button icon={Building2} block onClick={onClick}>
    Firma bilgileri
  </Button>
)
