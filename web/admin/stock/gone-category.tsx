import type { CountSummary } from '#contract/counts.ts'
import { listAllCategories } from '#contract/products.ts'
import { useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'

/** Whether a count covers a category without products, for example because the category was renamed. */
export function useIsCategoryGone({ category }: CountSummary): boolean {
  const categories = useCallQuery(listAllCategories, { enabled: category !== null }).data
  return category !== null && categories !== undefined && !categories.includes(category)
}

/** What is said instead of the uncounted products of such a count. */
export const goneCategoryText = ({ category }: CountSummary) =>
  `“${category}” kategorisinde artık ürün yok; adı değişmiş olabilir. Sayılmayan ürünler bu sayımda listelenemez.`

/** Warns before such a count is finalized. */
export function GoneCategory({ count }: { count: CountSummary }) {
  if (!useIsCategoryGone(count)) return null
  return (
    <AlertStrip kind="warning" title="Sayılmayanlar bilinmiyor">
      {goneCategoryText(count)}
    </AlertStrip>
  )
}
