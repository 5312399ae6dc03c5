import { useEffect } from 'react'

/** Has an admin set up first what the settings require, when the session of this token opens the panel. */
export function useRequiredSetup(token: string | undefined) {
  useEffect(() => {
    if (token) void import('./account-setup.ts').then(({ requireSetup }) => requireSetup())
  }, [token])
}
