import { useEffect, useState } from 'react'
import { useSearchParams } from '../ui/router.tsx'

/**
 * The token of a link in a mail, or null: from the fragment, which browsers do not send to servers, or from the query,
 * as in earlier mails. Changes when another link is opened in the same tab.
 */
export function useLinkToken(): string | null {
  const [params] = useSearchParams()
  const [token, setToken] = useState(tokenInFragment)
  useEffect(() => {
    // A fragment without a token, such as that of a link within the page, is ignored.
    const follow = () => setToken(known => tokenInFragment() ?? known)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return token ?? params.get('token')
}

const tokenInFragment = () => new URLSearchParams(location.hash.slice(1)).get('token')
