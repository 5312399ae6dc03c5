import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { announce } from '../ui/announce.ts'
import { useLocation, useNavigate } from '../ui/router.tsx'

const Notice = z.object({ kind: z.enum(['success', 'info']), title: z.optional(z.string()), text: z.string() })
type Notice = z.output<typeof Notice>
const NoticeState = z.object({ notice: Notice })

/** Navigation options that show a notice on the login page; the page left is removed from the history. */
export const withNotice = (notice: Notice) => ({ replace: true, state: { notice } })

/**
 * The notice passed on by another screen, and a function that drops it. A reload or the back button does not show it
 * again.
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

const noticeIn = (state: unknown) => NoticeState.safeParse(state).data?.notice
