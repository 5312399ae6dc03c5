import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { announce } from '../ui/announce.ts'
import { useLocation, useNavigate } from '../ui/router.tsx'

const Notice = z.object({ kind: z.enum(['success', 'info']), title: z.optional(z.string()), text: z.string() })
type Notice = z.output<typeof Notice>
const Handed = z.object({ notice: Notice })

/** How to go to the login with a notice that it shows; the page that is left is not gone back to. */
export const withNotice = (notice: Notice) => ({ replace: true, state: { notice } })

/** The notice that another screen handed over, and how to drop it. A reload or the way back does not show it again. */
export function useNotice() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [shown, setShown] = useState({ by: state, notice: noticeIn(state) })
  if (state && shown.by !== state) setShown({ by: state, notice: noticeIn(state) })
  const take = useEffectEvent(() => {
    if (shown.notice) announce([shown.notice.title, shown.notice.text].filter(Boolean).join('. '))
    navigate(`/login${search}`, { replace: true })
  })
  useEffect(() => {
    if (noticeIn(state)) take()
  }, [state])
  return { notice: shown.notice, drop: () => setShown({ by: state, notice: undefined }) }
}

const noticeIn = (state: unknown) => Handed.safeParse(state).data?.notice
