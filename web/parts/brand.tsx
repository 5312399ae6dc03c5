import { readSettings } from '#contract/settings.ts'
import { useCallQuery } from '../queries.ts'

/** The wholesaler's settings: its name, support contact, VAT rates, units and categories. */
export const useSettings = () => useCallQuery(readSettings, {}).data

/** The logo and name of the wholesaler. */
export function Brand() {
  const name = useSettings()?.company_name ?? 'Toptan'
  return (
    <span className="flex min-w-0 items-center gap-2 font-semibold text-lg">
      <img src="/favicon.svg" alt="" className="size-7 shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  )
}
