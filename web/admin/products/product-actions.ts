import { type AdminProduct, deleteProduct } from '#contract/catalogue.ts'
import { useCommand } from '../../command.ts'
import { toast } from '../../ui/toaster.tsx'
import { toggleProduct, updateCachedProduct } from './product-cache.ts'

/** Deactivates a product, or activates it again. */
export function useToggle({ id, is_active }: AdminProduct) {
  const { run, pending } = useCommand(toggleProduct, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: ({ product }) => {
      updateCachedProduct(product)
      toast.success(product.is_active ? 'Ürün aktif yapıldı' : 'Ürün pasif yapıldı', { description: product.name })
    },
  })
  return { toggle: () => run({ params: { id }, body: { is_active: !is_active } }), busy: pending }
}

/** Deletes a product after confirmation; the server only deactivates a product that was ever ordered. */
export function useDeletion() {
  const { run } = useCommand(deleteProduct, { showError: 'alert', refetchWhenLost: true })
  return async ({ id, name }: AdminProduct) => {
    const question = `${name} silinsin mi? Bu işlem geri alınamaz. Daha önce sipariş edilmiş bir ürün silinmez, pasife alınır.`
    if (!window.confirm(question)) return
    const reply = await run({ params: { id } })
    if (reply) toast.success(reply.message, { description: name })
  }
}
