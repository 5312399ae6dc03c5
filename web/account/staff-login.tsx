import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { logInAdmin, logInMarketer, type StaffLogin } from '#contract/staff-login.ts'
import { request } from '../api.ts'
import type { Session } from '../current-session.ts'
import { pageAfterLogin } from '../session/login-path.ts'
import { replaceSession } from '../session/replace-session.ts'
import { Link, useLocation, useNavigate } from '../ui/router.tsx'
import { store } from '../ui/storage.ts'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage } from './account-page.tsx'
import { LoginForm } from './login-form.tsx'
import { PanelStrip } from './panel-strip.tsx'

/** The login of admins and marketers, with a tab for each, which leads to the requested page of the panel. */
export function StaffLoginPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const next = new URLSearchParams(search).get('next')
  const [role, setRole] = useState(() => initialRole(next))
  // Shared by the tabs, so that a user who has typed on the wrong tab need not type again.
  const [typed, setTyped] = useState({ username: '', password: '' })
  const logIn = async (login: StaffLogin) => {
    const started = await LOGINS[role](login)
    await replaceSession(started)
    store(LAST_ROLE, role)
    const greeting = toast.success('Başarıyla giriş yaptınız!')
    void import('../session/account-setup.ts').then(({ completeLogin }) => completeLogin(greeting))
    navigate(pageAfterLogin(role, next), { replace: true })
  }
  return (
    <AccountPage
      title="Yönetim girişi"
      notices={<PanelStrip />}
      links={
        <Link to={`/login${search}`} className={ACCOUNT_LINK}>
          Müşteri girişine dön
        </Link>
      }
    >
      <Tabs.Root value={role} onValueChange={value => setRole(roleNamed(value))} className="grid gap-6">
        <Tabs.List aria-label="Giriş türü" className="flex rounded-md border border-line bg-canvas p-0.5">
          <Tabs.Trigger value="admin" className={TAB}>
            Admin
          </Tabs.Trigger>
          <Tabs.Trigger value="marketer" className={TAB}>
            Pazarlamaci
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value={role} tabIndex={-1}>
          {/* Errors and the code belong to the account of one tab; the typed text is shared. */}
          <LoginForm key={role} typed={typed} onType={setTyped} onLogin={logIn} />
        </Tabs.Content>
      </Tabs.Root>
    </AccountPage>
  )
}

type StaffRole = 'admin' | 'marketer'

const LAST_ROLE = 'last-staff-role'

const roleNamed = (name: string | null): StaffRole => (name === 'marketer' ? name : 'admin')

/** The role of the initial tab: the requested page's, or else the last login's in this browser. */
function initialRole(next: string | null): StaffRole {
  const section = next?.split('/', 2)[1] ?? ''
  return roleNamed(section in LOGINS ? section : localStorage.getItem(LAST_ROLE))
}

const TAB =
  'h-11 flex-1 rounded-md border border-transparent px-3 font-medium text-ink-soft text-sm transition-colors hover:text-ink data-[state=active]:border-line data-[state=active]:bg-surface-raised data-[state=active]:text-ink sm:pointer-fine:h-8'

const LOGINS: Record<StaffRole, (login: StaffLogin) => Promise<Session>> = {
  admin: async body => {
    const { token, admin } = await request(logInAdmin, { body })
    return { role: 'admin', token, user: admin }
  },
  marketer: async body => {
    const { token, marketer } = await request(logInMarketer, { body })
    return { role: 'marketer', token, user: marketer }
  },
}
