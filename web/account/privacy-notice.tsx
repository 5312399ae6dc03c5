import { readPrivacyNotice } from '#contract/privacy.ts'
import { useSession } from '../current-session.ts'
import { useCallQuery } from '../queries.ts'
import { HOME_PATH } from '../session/home-path.ts'
import { Link } from '../ui/router.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { ACCOUNT_LINK, AccountPage, BACK_TO_LOGIN } from './account-page.tsx'

/** The wholesaler's privacy notice, for logged-out and logged-in users. */
export function PrivacyNoticePage() {
  const session = useSession()
  const { data, error, refetch, isFetching } = useCallQuery(readPrivacyNotice, {})
  return (
    <AccountPage
      title="Aydınlatma metni"
      isText
      links={
        <Link to={session ? HOME_PATH[session.role] : '/login'} className={ACCOUNT_LINK}>
          {session ? 'Ana sayfaya dön' : BACK_TO_LOGIN}
        </Link>
      }
    >
      {data ? (
        <Notice text={data.notice?.text} />
      ) : error ? (
        <ErrorState text={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading>
          <Skeleton className="h-60" />
        </Loading>
      )}
    </AccountPage>
  )
}

function Notice({ text }: { text: string | undefined }) {
  if (!text) return <p className="text-ink-soft">Yayımlanmış bir aydınlatma metni yok.</p>
  return (
    <div className="grid gap-3 break-words">
      {[...text.matchAll(BLOCK)].map(({ 0: block, index }) =>
        block.startsWith('# ') ? (
          <h2 key={index} className="mt-3 font-semibold text-base first:mt-0">
            {block.slice(2)}
          </h2>
        ) : (
          <p key={index} className="whitespace-pre-line">
            {block.trimEnd()}
          </p>
        ),
      )}
    </div>
  )
}

/** Matches a heading, or the lines of a paragraph. */
const BLOCK = /^# .*$|(?:^(?!# ).+\n?)+/gm
