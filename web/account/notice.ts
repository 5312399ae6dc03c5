import { useEffect, useEffectEvent, useState } from 'react'
import { fieldsOf, isText } from '../stored-values.ts'
import { announce } from '../ui/announce.ts'
import { useLocation, useNavigate } from '../ui/router.tsx'

type Notice = { kind: 'success' | 'info'; title?: string; text: string }

/** Navigation options that show a notice on the login page; the current page is removed from the history. */
export const noticeNavigation = (notice: Notice) => ({ replace: true, state: { notice } })

/**
 * The notice from another screen, and a function that drops it. A reload or the back button does not show it again.
 */
export function useNotice() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [shown, setShown] = useState({ by: state, notice: noticeIn(state) })
  if (state && shown.by !== state) setShown({ by: state, notice: noticeIn(state) })
  const consume = useEffectEvent(() => {
    if (shown.notice) announce([shown.notice.title, shown.notice.text].filter(Boolean).join('. '))
    navigate(`/login${search}`, { replace: true })
  })
  useEffect(() => {
    if (noticeIn(state)) consume()
  }, [state])
  return { notice: shown.notice, drop: () => setShown({ by: state, notice: undefined }) }
}

/**
 * Reads a notice from a history state, which may come from an older version. Checked by hand, as a first visit does not
 * load the schema library.
 */
function noticeIn(state: unknown): Notice | undefined {
  const { kind, title, text } = fieldsOf(fieldsOf(state).notice)
  if ((kind !== 'success' && kind !== 'info') || !isText(text)) return undefined
  return { kind, text, ...(isText(title) && { title }) }
}
