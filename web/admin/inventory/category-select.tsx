import { listAllCategories } from '#contract/products.ts'
import { useCallQuery } from '../../queries.ts'
import { Select } from '../../ui/select.tsx'

/** Filters by a category in use, also of products that are not on sale; the chosen one stays in the list when it is no longer in use. */
export function CategorySelect({
  value = '',
  onChoose,
}: {
  value?: string | undefined
  onChoose: (name: string) => void
}) {
  const categories = useCallQuery(listAllCategories, {})
  const names = new Set([...(categories.data ?? []), ...(value ? [value] : [])])
  return (
    <Select
      aria-label="Kategori"
      placeholder="Tüm kategoriler"
      options={[...names].map(name => ({ value: name, label: name }))}
      value={value}
      onChange={event => onChoose(event.target.value)}
    />
  )
}
