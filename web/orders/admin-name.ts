import { ADMIN_NAME } from '#contract/roles.ts'
import { useSession } from '../current-session.ts'
import { useSettings } from '../shell/use-settings.ts'

/** What an order calls an admin: customers and marketers read the name of the wholesaler, for which admins act. */
export function useAdminName(): string {
  const settings = useSettings()
  const isAdmin = useSession()?.role === 'admin'
  return (isAdmin ? undefined : settings?.company_name) ?? ADMIN_NAME
}
