import { Outlet } from 'react-router'
import { Footer } from '../parts/footer.tsx'
import { Frame } from '../parts/frame.tsx'
import { useSessionOf } from '../parts/session-end.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'

/** What the customer's screens stand in. */
export function CustomerShell() {
  const session = useSessionOf('customer')
  if (session?.role !== 'customer') return null
  return (
    <Frame header={<Header user={session.user} />} bar={<BottomBar />} footer={<Footer />}>
      <Outlet />
    </Frame>
  )
}
