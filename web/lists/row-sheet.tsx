import { useState } from 'react'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { SideSheet } from '../ui/dialog.tsx'
import { useSheet } from '../ui/sheet-address.ts'

/**
 * The sheet of a row that is fetched only as part of its list: the URL opens it if the row is in the loaded part. `row`
 * is kept while the sheet closes, and when the row leaves the list while the sheet is open.
 */
export function useRowSheet<Row>(name: string, rows: readonly Row[], keyOf: (row: Row) => string) {
  const { id, open, close } = useSheet(name)
  const [last, setLast] = useState<Row>()
  const found = rows.find(row => keyOf(row) === id)
  if (found !== undefined && found !== last) setLast(found)
  const row = found ?? last
  const isShown = row !== undefined && keyOf(row) === id
  return { id, open, close, row, isOpen: isShown, isMissing: id !== '' && !isShown }
}

/** Shown for a URL whose row is not in the loaded part of the list. */
export function MissingRow({ onClose }: { onClose: () => void }) {
  return (
    <SideSheet open onOpenChange={onClose} title="Kayıt bulunamadı">
      <AlertStrip kind="warning">
        Bu kayıt yüklenen satırlar arasında değil. Silinmiş olabilir; listeyi filtreleyerek veya aşağı kaydırarak
        arayın.
      </AlertStrip>
    </SideSheet>
  )
}
