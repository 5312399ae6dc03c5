import { useEffect } from 'react'

/** Opens the dialogs that the account requires, when the session with this token opens the panel. */
export function useRequiredSetup(token: string | undefined) {
  useEffect(() => {
    if (token) void import('./account-setup.ts').then(({ requireSetup }) => requireSetup())
  }, [token])
}
