import { createContext, use } from 'react'

/** The attributes of an input that connect it to the label, hint and error of its `Field`. */
type FieldAttributes = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}

export const FieldContext = createContext<FieldAttributes | undefined>(undefined)

/** The attributes that an input gets from the `Field` around it; its `own` attributes take precedence. */
export function useFieldAttributes<Own extends object>(own: Own) {
  return { ...use(FieldContext), ...own }
}

/** The styles of every bordered input. */
export const INPUT_LOOKS =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-ink text-body transition-colors ring-border hover:border-ink-soft aria-invalid:border-danger-ink disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-ink-faint read-only:bg-surface-sunken'
