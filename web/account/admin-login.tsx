import { Tabs } from 'radix-ui'
import { logInAdmin, logInMarketer, type StaffLogin } from '#contract/staff-login.ts'
import { request } from '../api.ts'
import { HOME_PATH } from '../session/home-path.ts'
import { signIn } from '../session/session-lifecycle.ts'
import type { Session } from '../session.ts'
import { Link, useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage } from './account-page.tsx'
import { LoginForm } from './login-form.tsx'
import { PanelStrip } from './panel-strip.tsx'

/** The login of admins and marketers, with a tab for each. */
export function AdminLoginPage() {
  const navigate = useNavigate()
  const logIn = async (logInAs: () => Promise<Session>) => {
    const started = await logInAs()
    signIn(started)
    toast.success('Başarıyla giriş yaptınız!')
    void import('../session/account-setup.ts').then(({ offerOwnPassword }) => offerOwnPassword())
    navigate(HOME_PATH[started.role], { replace: true })
  }
  return (
    <AccountPage
      title="Yönetim girişi"
      notices={<PanelStrip />}
      links={
        <Link to="/login" className={ACCOUNT_LINK}>
          Müşteri girişine dön
        </Link>
      }
    >
      <Tabs.Root defaultValue="admin" className="grid gap-6">
        <Tabs.List aria-label="Giriş türü" className="flex rounded-md border border-line bg-canvas p-0.5">
          <Tabs.Trigger value="admin" className={TAB}>
            Admin
          </Tabs.Trigger>
          <Tabs.Trigger value="marketer" className={TAB}>
            Pazarlamaci
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="admin" tabIndex={-1}>
          <LoginForm onLogin={login => logIn(() => logInAsAdmin(login))} />
        </Tabs.Content>
        <Tabs.Content value="marketer" tabIndex={-1}>
          <LoginForm onLogin={login => logIn(() => logInAsMarketer(login))} />
        </Tabs.Content>
      </Tabs.Root>
    </AccountPage>
  )
}

const TAB =
  'h-11 flex-1 rounded-md border border-transparent px-3 font-medium text-ink-soft text-sm transition-colors hover:text-ink data-[state=active]:border-line data-[state=active]:bg-surface-raised data-[state=active]:text-ink sm:pointer-fine:h-8'

async function logInAsAdmin(login: StaffLogin): Promise<Session> {
  const { token, admin } = await request(logInAdmin, { body: login })
  return { role: 'admin', token, user: admin }
}

async function logInAsMarketer(login: StaffLogin): Promise<Session> {
  const { token, marketer } = await request(logInMarketer, { body: login })
  return { role: 'marketer', token, user: marketer }
}
