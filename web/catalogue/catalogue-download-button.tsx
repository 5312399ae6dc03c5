import { FileDown } from 'lucide-react'
import { downloadCatalogue } from '#contract/catalogue.ts'
import { useFileDownload } from '../files/file-download.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { toast } from '../ui/toaster.tsx'

type CatalogueDownloadButtonProps = { category?: string; disabled?: boolean; className?: string }

/** Downloads the catalogue as a PDF: all of it, or one category. */
export function CatalogueDownloadButton({ category, disabled, className }: CatalogueDownloadButtonProps) {
  const { busy, start } = useFileDownload(error => toast.error(error.message))
  return (
    <Button
      variant="ghost"
      icon={FileDown}
      disabled={disabled}
      busy={busy}
      busyText="PDF hazırlanıyor"
      onClick={() => void start(downloadCatalogue, { query: { category } })}
      className={classNames('disabled:border-transparent disabled:bg-transparent', className)}
    >
      {category ? `${category}: PDF indir` : 'PDF Katalog İndir'}
    </Button>
  )
}
