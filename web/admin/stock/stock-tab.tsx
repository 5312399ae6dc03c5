import { ClipboardCheck, History, PackagePlus, PencilLine } from 'lucide-react'
import type { ComponentType } from 'react'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { useAddress } from '../../ui/query-params.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { CountMode } from './count-mode.tsx'
import { EditMode } from './edit-mode.tsx'
import { ReceiptMode } from './receipt-mode.tsx'
import { RecentMode } from './recent-mode.tsx'

const MODES = [
  { value: 'add', label: 'Mal kabul', icon: PackagePlus },
  { value: 'count', label: 'Sayım', icon: ClipboardCheck },
  { value: 'edit', label: 'Düzelt', icon: PencilLine },
  { value: 'recent', label: 'Son sayımlar', icon: History },
] as const
type Mode = (typeof MODES)[number]['value']

const CONTENTS: Record<Mode, ComponentType> = {
  add: ReceiptMode,
  count: CountMode,
  edit: EditMode,
  recent: RecentMode,
}

/** Receipts, counts, stock corrections and finalized counts, chosen by the URL's `mode`. */
export function StockTab() {
  const { read, write } = useAddress()
  // On a phone there is no space for the icons.
  const phone = useIsPhoneWidth()
  const mode = MODES.find(({ value }) => value === read('mode'))?.value ?? 'add'
  const Content = CONTENTS[mode]
  return (
    <>
      {/* Above the page, so that it stays in its place whatever the page's title is. */}
      <div className="mx-auto w-full max-w-page px-gutter pt-3 print:hidden">
        <Segmented
          label="Stok işlemi"
          options={MODES.map(({ icon, ...option }) => (phone ? option : { ...option, icon }))}
          value={mode}
          // On the narrowest phones two rows of two, in which every word can be read.
          className="max-[22.5rem]:grid max-[22.5rem]:w-full max-[22.5rem]:grid-cols-2"
          onChange={chosen => write({ tab: 'stock', mode: chosen, warehouse: read('warehouse') }, { leaves: true })}
        />
      </div>
      <Content />
    </>
  )
}
