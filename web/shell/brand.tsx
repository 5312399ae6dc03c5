import { useSettings } from './use-settings.ts'

/** The logo and name of the wholesaler. */
export function Brand() {
  const name = useSettings()?.company_name ?? 'Toptan'
  return (
    <span className="flex min-w-control items-center gap-2 font-semibold text-lg">
      <img src="/favicon.svg" alt="" className="size-7 shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  )
}
