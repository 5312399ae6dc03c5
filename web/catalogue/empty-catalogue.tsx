import { PackageOpen, SearchX } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Shown if there are no products, or none match the search and the category, which `onClear` clears. */
export function EmptyCatalogue({ onClear }: { onClear: false | ((press: { detail: number }) => void) }) {
  if (!onClear)
    return <EmptyState icon={PackageOpen} title="Katalogda henüz ürün yok" text="Ürünler eklenince burada görünecek." />
  return (
    <EmptyState
      icon={SearchX}
      title="Aramanızla eşleşen ürün yok"
      text="Daha az kelimeyle arayabilir veya filtreleri kaldırabilirsiniz."
      action={<Button onClick={onClear}>Filtreleri temizle</Button>}
    />
  )
}
