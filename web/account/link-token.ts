import { useEffect, useState } from 'react'
import { useSearchParams } from '../ui/router.tsx'

/**
 * The token of the link of a mail, null without one: in the fragment, which browsers do not send to servers, or in the
 * query, as in earlier mails. Follows a further link that is opened in the same tab.
 */
export function useLinkToken(): string | null {
  const [params] = useSearchParams()
  const [token, setToken] = useState(tokenInFragment)
  useEffect(() => {
    // Another fragment, such as that of a link within the page, changes nothing.
    const follow = () => setToken(known => tokenInFragment() ?? known)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return token ?? params.get('token')
}

const tokenInFragment = () => new URLSearchParams(location.hash.slice(1)).get('token')
