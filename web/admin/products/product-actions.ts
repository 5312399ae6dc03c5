import { useMutation } from '@tanstack/react-query'
import { type AdminProduct, deleteProduct } from '#contract/catalogue.ts'
import { request } from '../../api.ts'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { toast } from '../../ui/toaster.tsx'
import { productChanged, productsMayDiffer, toggleProduct } from '../product-change.ts'

/** Takes a product off sale, or puts it back. */
export function useToggle({ id, is_active }: AdminProduct) {
  const change = useMutation({
    mutationFn: () => request(toggleProduct, { params: { id }, body: { is_active: !is_active } }),
    onSuccess: ({ product }) => {
      productChanged(product)
      toast.success(product.is_active ? 'Ürün aktif yapıldı' : 'Ürün pasif yapıldı', { description: product.name })
    },
    onError: failed,
  })
  return { toggle: useSingleFlight(() => change.mutateAsync().catch(() => undefined)), busy: change.isPending }
}

/** Deletes a product once that is confirmed; one that was ever sold the server only takes off sale, and says so. */
export function useDeletion() {
  const deletion = useMutation({
    mutationFn: ({ id }: AdminProduct) => request(deleteProduct, { params: { id } }),
    onSuccess: ({ message }, { name }) => {
      productsMayDiffer()
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

/** Says it, and shows what is there now: the product may be gone. */
function failed(error: Error) {
  window.alert(error.message)
  productsMayDiffer()
}
