import { FileDown } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toaster.tsx'
import { useCatalogueDownload } from './catalogue-download.ts'

/** Saves the catalogue as a PDF: all of it, or the category that is being looked at. */
export function CatalogueDownloadButton({ category, className }: { category?: string; className?: string }) {
  const { busy, start } = useCatalogueDownload(error => toast.error(error.message))
  return (
    <Button
      variant="ghost"
      icon={FileDown}
      busy={busy}
      busyText="PDF hazırlanıyor"
      onClick={() => void start(category)}
      className={className}
    >
      {category ? `${category}: PDF indir` : 'PDF Katalog İndir'}
    </Button>
  )
}
