import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { printedForm } from '#contract/barcode-spellings.ts'
import { useScanner } from '../scanning/scanner.ts'
import type { ProductDraft } from './product-draft.ts'

/**
 * Fills in the barcode of a product's form with each scan, wherever the focus is in the dialog around its `fields`, and
 * saves nothing. A form that is being saved takes none.
 */
export function useBarcodeScan<Output>(
  fields: RefObject<HTMLElement | null>,
  form: UseFormReturn<ProductDraft, unknown, Output>,
) {
  useScanner(
    code => {
      form.setValue('barcode', printedForm(code), { shouldDirty: true, shouldValidate: true })
      // Not by the form's `setFocus`, which waits for a timer: Enter, pressed immediately, would reach the field before.
      fields.current?.querySelector<HTMLElement>('[data-barcode]')?.focus()
      return undefined
    },
    target => {
      const place = fields.current
      return place?.closest('[inert]') === null && place.closest('[role=dialog]')?.contains(target) === true
    },
  )
}
