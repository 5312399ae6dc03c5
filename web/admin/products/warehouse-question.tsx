import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AdminProduct } from '#contract/products.ts'
import { useAcceptsPress } from '../../ui/accepts-press.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { TAKES_TYPED_AHEAD } from '../scanning/typing-place.ts'

type Question = {
  barcode: string
  products: readonly AdminProduct[]
  answer: (product: AdminProduct | undefined) => void
}

/**
 * A dialog that asks which warehouse's product was scanned, if both have its barcode. `ask` resolves to the chosen
 * product when the dialog has closed, or to `undefined` if none was chosen; `question` is the dialog, with the stock
 * unless `hidesStock`. A quantity typed while it is open is meant for the product to be chosen, so no button has the
 * focus.
 */
export function useWarehouseQuestion(hidesStock: boolean) {
  const [question, setQuestion] = useState<Question>()
  return {
    ask: (barcode: string, products: readonly AdminProduct[]) =>
      new Promise<AdminProduct | undefined>(answer => {
        setQuestion({ barcode, products, answer })
      }),
    question: question && (
      <WarehouseQuestion {...question} hidesStock={hidesStock} onClose={() => setQuestion(undefined)} />
    ),
  }
}

function WarehouseQuestion({
  barcode,
  products,
  answer,
  hidesStock,
  onClose,
}: Question & { hidesStock: boolean; onClose: () => void }) {
  const chosen = useRef<AdminProduct>(undefined)
  const acceptsPress = useAcceptsPress()
  const choose = (product: AdminProduct) => {
    if (!acceptsPress) return
    chosen.current = product
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Hangi depodaki?"
      description={`“${barcode}” barkodlu ürün iki depoda da var.`}
      focusTitle
      footer={<Button onClick={onClose}>Vazgeç</Button>}
    >
      <AfterClosing run={() => answer(chosen.current)} />
      <div className="grid gap-2" {...TAKES_TYPED_AHEAD}>
        {products.map(product => (
          <button
            key={product.id}
            type="button"
            aria-disabled={!acceptsPress}
            onClick={() => choose(product)}
            className="grid min-h-14 gap-0.5 rounded-md border border-line-strong/60 px-4 py-2 text-left transition-colors hover:bg-surface-sunken"
          >
            <span className="font-semibold">{product.warehouse}</span>
            <span className="break-words text-sm">
              {product.name}
              {!hidesStock && ` · Eldeki ${quantityText(product.stock_quantity)} ${product.unit}`}
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}

/** Calls `run` when the dialog around it has closed and returned the focus, so that the product's field can take it. */
function AfterClosing({ run }: { run: () => void }) {
  const runLatest = useEffectEvent(run)
  // In development React mounts twice.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // The dialog returns the focus in a timer that starts when it is unmounted, before its children are.
      setTimeout(() => isMounted.current || runLatest())
    }
  }, [])
  return null
}
