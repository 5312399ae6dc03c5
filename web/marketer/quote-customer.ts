import * as z from 'zod/mini'
import { useKeptText } from '../parts/kept-text.ts'
import type { ChosenCustomer } from './customer-chooser.tsx'

const Kept = z.object({ id: z.uuid(), company_name: z.string(), is_active: z.boolean() })

/** For whom the signed-in marketer fills in a request for a quote; kept with what was filled in. */
export function useQuoteCustomer() {
  const [text, keep] = useKeptText('quote-customer')
  const choose = (customer: ChosenCustomer | null) => keep(customer ? JSON.stringify(customer) : '')
  return [read(text), choose] as const
}

function read(text: string): ChosenCustomer | null {
  try {
    return Kept.safeParse(JSON.parse(text || 'null')).data ?? null
  } catch {
    return null
  }
}
