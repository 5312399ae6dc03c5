import { readSecurity } from '#contract/account-security.ts'
import { isRequestError, request } from '../api.ts'
import { session } from '../current-session.ts'
import { storedFormsMessage } from '../forms/stored-forms.ts'
import { queryClient } from '../queries.ts'
import { toast } from '../ui/toaster.tsx'
import { logOut } from './session-lifecycle.ts'

let isOpen = false

/**
 * Opens the dialogs that the logged-in user's account requires before the portal can be used: a new password in place
 * of a temporary one, or a second factor. Closing them logs out. Does nothing while the server cannot be reached.
 */
export async function requireSetup(): Promise<void> {
  if (isOpen) return
  isOpen = true
  try {
    const { must_first } = await request(readSecurity, {})
    if (must_first === 'password_change_required')
      await (await import('./change-password.tsx')).openChangePassword(true)
    if (must_first === 'second_factor_missing') await requireSecondFactor()
  } catch (error) {
    if (!isRequestError(error)) throw error
  } finally {
    isOpen = false
  }
}

async function requireSecondFactor() {
  const token = session()?.token
  const { openSetup, startSetup } = await import('./second-factor-setup.tsx')
  const begun = await startSetup('required')
  if (begun && (await openSetup(begun, 'required'))) await queryClient.invalidateQueries()
  // The dialog also closes if another user logs in.
  else if (session()?.token === token) logOut()
}

/**
 * After a login: opens the required dialogs, or offers to change a temporary password. Reports forms that the end of
 * the user's last session interrupted, and deletes those of other users. The offer and the report are added to the
 * toast of the successful login.
 */
export async function completeLogin(toastId: string | number): Promise<void> {
  const kept = storedFormsMessage()
  const say = (sentences: readonly string[], action?: { label: string; onClick: () => void }) =>
    toast.success('Başarıyla giriş yaptınız!', {
      id: toastId,
      description: sentences.join(' '),
      duration: 20_000,
      ...(action && { action }),
    })
  if (kept) say([kept])
  const security = await request(readSecurity, {}).catch(() => undefined)
  if (security?.must_first) return requireSetup()
  if (!security?.has_temporary_login) return
  say([TEMPORARY, ...(kept ? [kept] : [])], { label: 'Şifre değiştir', onClick: () => void openChangePassword() })
}

const TEMPORARY = 'Şifrenizi bir yönetici belirledi; yalnızca sizin bildiğiniz bir şifre seçmenizi öneririz.'

const openChangePassword = async () => (await import('./change-password.tsx')).openChangePassword()
