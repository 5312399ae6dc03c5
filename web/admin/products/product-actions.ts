import { useMutation } from '@tanstack/react-query'
import { type AdminProduct, deleteProduct } from '#contract/catalogue.ts'
import { request } from '../../api.ts'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { toast } from '../../ui/toaster.tsx'
import { invalidateProducts, toggleProduct, updateCachedProduct } from './product-cache.ts'

/** Deactivates a product, or activates it again. */
export function useToggle({ id, is_active }: AdminProduct) {
  const change = useMutation({
    mutationFn: () => request(toggleProduct, { params: { id }, body: { is_active: !is_active } }),
    onSuccess: ({ product }) => {
      updateCachedProduct(product)
      toast.success(product.is_active ? 'Ürün aktif yapıldı' : 'Ürün pasif yapıldı', { description: product.name })
    },
    onError: failed,
  })
  return { toggle: useSingleFlight(() => change.mutateAsync().catch(() => undefined)), busy: change.isPending }
}

/** Deletes a product after confirmation; the server only deactivates a product that was ever ordered. */
export function useDeletion() {
  const deletion = useMutation({
    mutationFn: ({ id }: AdminProduct) => request(deleteProduct, { params: { id } }),
    onSuccess: ({ message }, { name }) => {
      invalidateProducts()
      toast.success(message, { description: name })
    },
    onError: failed,
  })
  return useSingleFlight(
    async (product: AdminProduct) => {
      const question = `${product.name} silinsin mi? Bu işlem geri alınamaz. Daha önce sipariş edilmiş bir ürün silinmez, pasife alınır.`
      if (window.confirm(question)) await deletion.mutateAsync(product).catch(() => undefined)
    },
    ({ id }) => id,
  )
}

/** Shows the error and reloads the products: this one may have been deleted. */
function failed(error: Error) {
  window.alert(error.message)
  invalidateProducts()
}
