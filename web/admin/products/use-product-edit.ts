import { useMemo, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { EDITABLE_FIELDS, type EditableField, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { type AdminProduct, changeProduct, type ProductChange, readAnyProduct } from '#contract/products.ts'
import { formatDay } from '#contract/turkish.ts'
import { isNotFound, request } from '../../api.ts'
import { alertRefusal, focusFirst } from '../../forms/field-errors.ts'
import { storedEdits } from '../../forms/stored-edits.ts'
import { conflictsAfter, isUndecided, useConflicts } from '../../forms/use-conflicts.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { toast } from '../../ui/toaster.tsx'
import { numberTextOf } from './field-text.ts'
import { mayBeFree } from './price-question.ts'
import { showChangedProduct, updateCachedProduct } from './product-cache.ts'
import {
  changesOf,
  differingFields,
  draftOf,
  EMPTY,
  FORM_FIELDS,
  type ProductDraft,
  resolveChangeOf,
} from './product-draft.ts'

type ProductEditOptions = {
  /** Called when the product is saved, or was not changed. */
  onSaved: () => void
  /** Called when saving found that the product was deleted. */
  onGone?: () => void
}

/**
 * Edits a product, in its row or in the sheet: `begin` fills the form with another product or, without one, empties it.
 * Only edited fields are sent, and only if the product is still the one that they were compared with; if it is not,
 * its current values are adopted, and where they differ from an edit, the user chooses; saving again applies the edits.
 */
export function useProductEdit(initial: AdminProduct | undefined, { onSaved, onGone }: ProductEditOptions) {
  const [product, setProduct] = useState(initial)
  const { conflicts, show, clear } = useConflicts<EditableField>()
  const base = useMemo(() => (product ? draftOf(product) : EMPTY), [product])
  const form = useForm<ProductDraft, unknown, ProductChange>({
    resolver: resolveChangeOf(base),
    defaultValues: base,
    shouldFocusError: false,
  })
  const begin = (next?: AdminProduct) => {
    setProduct(next)
    clear()
    form.reset(next ? draftOf(next) : EMPTY)
  }
  const adopt = (fresh: AdminProduct) => {
    updateCachedProduct(fresh)
    const draft = draftOf(fresh)
    const edited = changesOf(base, form.getValues())
    const differing = changesOf(draft, form.getValues())
    resetUnedited(form, draft, edited)
    const newer = differingFields(base, draft)
    const changed = conflictsAfter(EDITABLE_FIELDS, { newer, edited, differing, conflicts })
    show({ changed, isEdited: field => field in edited, ...conflictsWith(draft, form) })
    setProduct(fresh)
  }
  /** Which fields a session's end stores, for `useStoredForm`. */
  const stored = (fields: readonly (keyof ProductDraft)[]) =>
    storedEdits(form, fields, {
      saved: base,
      isUndecided: field => isUndecided(conflicts, field),
      onConflict: conflicting => {
        const changed = EDITABLE_FIELDS.filter(field => conflicting.includes(field))
        show({ changed, isEdited: () => true, ...conflictsWith(base, form) })
      },
    })
  const { run, pending: busy } = useRowCommand(changeProduct, {
    onReply: ({ product: saved, unit_warning, offer_warning }) => {
      showChangedProduct(saved)
      toast.success('Ürün güncellendi', { description: saved.name })
      onSaved()
      alertWarnings(unit_warning, offer_warning)
    },
    showError: async error => {
      alertRefusal(error, form, FORM_FIELDS)
      if (isNotFound(error)) return onGone?.()
      if (!error.is(changeProduct, 'changed_meanwhile') || !product) return
      const fresh = await request(readAnyProduct, { params: { id: product.id } }).catch(() => undefined)
      if (fresh) adopt(fresh)
    },
  })
  const save = form.handleSubmit(
    async body => {
      if (!product || Object.keys(body).length === 0) onSaved()
      else if (('price' in body || 'is_active' in body) && !mayBeFree(form.getValues())) form.setFocus('price')
      else await run({ params: { id: product.id }, body: { ...body, updated_at: product.updated_at } })
    },
    focusFirst(form, FORM_FIELDS),
  )
  return { product, base, conflicts, form, begin, adopt, stored, save, busy }
}

/** Fills in the current values, except in edited fields, which keep their input. */
function resetUnedited(form: UseFormReturn<ProductDraft, unknown, ProductChange>, draft: ProductDraft, edited: object) {
  const kept = Object.fromEntries(Object.entries(form.getValues()).filter(([field]) => field in edited))
  form.reset(draft)
  form.reset({ ...draft, ...kept }, { keepDefaultValues: true })
}

/** Not in the toast, which the next press dismisses. */
function alertWarnings(...warnings: (string | undefined)[]) {
  const given = warnings.filter(Boolean)
  if (given.length > 0) window.alert(given.join('\n\n'))
}

/** What a conflict with the saved values shows and does in the form. */
const conflictsWith = (saved: ProductDraft, form: UseFormReturn<ProductDraft, unknown, ProductChange>) => ({
  theirs: (field: EditableField) => shown(field, saved),
  takeTheirs: (field: EditableField) => form.setValue(field, saved[field], { shouldDirty: true, shouldValidate: true }),
  focus: (field: EditableField) => form.setFocus(field),
})

function shown(field: EditableField, draft: ProductDraft): string {
  const value = draft[field]
  if (field === 'image_url') return value ? 'başka bir resim' : 'resim kaldırıldı'
  if (typeof value === 'boolean') return value ? 'aktif' : 'pasif'
  if (typeof value === 'number') return numberTextOf(field, value)
  if (!value) return 'boş'
  return PRODUCT_FIELDS[field].kind === 'day' ? formatDay(value) : value
}
