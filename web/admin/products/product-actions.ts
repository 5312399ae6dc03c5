import { type AdminProduct, deleteProduct } from '#contract/products.ts'
import { isNotFound } from '../../api.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { mayBeFree } from './price-question.ts'
import { showChangedProduct, toggleProduct } from './product-cache.ts'

/** Deactivates a product, which its toast can undo, or activates it again, a free one only after a question. */
export function useProductActiveToggle() {
  const { run } = useRowCommand(toggleProduct, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: ({ product }) => {
      showChangedProduct(product)
      const { id, name: description } = product
      if (product.is_active) return toast.success('Ürün aktif yapıldı', { description })
      const undo = () => void run({ params: { id }, body: { is_active: true } })
      return toast.success('Ürün pasif yapıldı', { description, action: { label: 'Geri al', onClick: undo } })
    },
  })
  return (product: AdminProduct) => {
    const is_active = !product.is_active
    if (mayBeFree({ ...product, is_active })) void run({ params: { id: product.id }, body: { is_active } })
  }
}

/**
 * Deletes a product after confirmation; the server only deactivates a product that was ever ordered, or that is or has
 * an offer. A product that no longer exists counts as deleted.
 */
export function useProductDeletion() {
  const { run } = useRowCommand(deleteProduct, { showError: 'alert', refetchWhenLost: true })
  return async ({ id, name, stock_quantity, unit }: AdminProduct) => {
    const goods = stock_quantity > 0 ? ` Stoktaki ${wholeText(stock_quantity)} ${unit} de silinir.` : ''
    const question = `${name} silinsin mi?${goods} Bu işlem geri alınamaz. Daha önce sipariş edilmiş veya fırsat kaydı olan bir ürün silinmez, pasife alınır.`
    if (!window.confirm(question)) return
    const say = (message: string) => {
      showNextResults('products')
      return toast.success(message, { description: name })
    }
    const reply = await run({ params: { id } }, error =>
      isNotFound(error) ? say('Ürün silindi') : window.alert(error.message),
    )
    if (reply) say(reply.message)
  }
}
