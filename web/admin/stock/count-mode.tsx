import { ChevronRight, ClipboardCheck, ClipboardPlus } from 'lucide-react'
import { useState } from 'react'
import { COUNT_DATE_AHEAD, type CountSummary, listCounts, startCount } from '#contract/counts.ts'
import { listAllCategories } from '#contract/products.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { useCommand } from '../../command.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { MoreButton } from '../../lists/more-button.tsx'
import { isOutcomeUnknown } from '../../open-outcome.ts'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { dayFault } from '../../ui/day-text.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Link, useNavigate } from '../../ui/router.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useToday } from '../../ui/today.ts'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { addressOfCount, isAt, OPEN_COUNTS_ADDRESS } from './count-address.ts'
import { CountPage } from './count-page.tsx'
import { CountScope } from './open-count.tsx'

const POLL_INTERVAL = 10_000

/** Starts a count, lists the open ones, or shows the one that the URL's `count` names. */
export function CountMode() {
  const { read } = useAddress()
  const id = read('count')
  if (id) return <CountPage key={id} id={id} />
  return (
    <Page title="Sayım" windowTitle="Sayım · Stok">
      <NewCount />
      <OpenCounts />
    </Page>
  )
}

const MISSING = 'Sayım tarihi zorunludur'

function faultOf(day: string, today: string) {
  if (!day) return MISSING
  return dayFault(day) ?? (day > today ? COUNT_DATE_AHEAD : undefined)
}

const UNKNOWN = 'Sayımın başlayıp başlamadığı bilinmiyor'

/** The fields of a new count, read-only while it is unknown whether it was started, and the command that starts it. */
function useNewCount() {
  const navigate = useNavigate()
  const today = useToday()
  const [chosen, setDay] = useState<string>()
  const day = chosen ?? today
  const [category, setCategory] = useState('')
  const [isBlind, setBlind] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  const { run, pending } = useCommand(startCount, {
    showError: failure => {
      setUnknown(was => isOutcomeUnknown(failure, was))
      window.alert(failure.isUnanswered ? UNKNOWN : failure.message)
    },
    refetchWhenLost: true,
    onReply: ({ id, count_date }) => {
      setUnknown(false)
      const open = () => navigate(addressOfCount(id))
      // A user who has gone elsewhere in the meantime stays there.
      if (isAt(OPEN_COUNTS_ADDRESS)) open()
      else toast.success(`${formatDay(count_date)} sayımı başladı`, { action: { label: 'Sayımı aç', onClick: open } })
    },
  })
  const start = () => {
    const found = faultOf(day, today)
    setFault(found)
    // Fixes the day, so that a retry after midnight starts the same count.
    setDay(day)
    if (!found) void run({ body: { count_date: day, category: category || null, is_blind: isBlind } })
  }
  // With another day, a second count would be started.
  const isFixed = pending || isUnknown
  return { day, today, setDay, category, setCategory, isBlind, setBlind, fault, start, pending, isUnknown, isFixed }
}

function NewCount() {
  const { isFixed, isUnknown, pending, start, ...count } = useNewCount()
  const categories = useCallQuery(listAllCategories, {}).data ?? []
  return (
    <Card title="Yeni sayım">
      <Form
        aria-label="Yeni sayım"
        className="items-start sm:grid-cols-2 lg:grid-cols-[14rem_14rem_auto_auto] lg:justify-start"
        onSubmit={event => {
          event.preventDefault()
          start()
        }}
      >
        <Field label="Sayım tarihi" required error={count.fault}>
          <DateInput max={count.today} readOnly={isFixed} value={count.day} onDay={count.setDay} />
        </Field>
        <Field label="Kategori">
          <Select
            placeholder="Tüm kategoriler"
            options={categories.map(value => ({ value, label: value }))}
            disabled={isFixed}
            value={count.category}
            onChange={({ target }) => count.setCategory(target.value)}
          />
        </Field>
        <Checkbox
          label="Kör sayım: eldeki miktarlar gizli"
          disabled={isFixed}
          checked={count.isBlind}
          onChange={({ target }) => count.setBlind(target.checked)}
          className="lg:mt-6 lg:h-control"
        />
        <Button
          variant="primary"
          type="submit"
          icon={ClipboardPlus}
          busy={pending}
          busyText="Sayım başlatılıyor"
          className="lg:mt-6"
        >
          Sayımı başlat
        </Button>
        {isUnknown && (
          <AlertStrip kind="warning" title={UNKNOWN} className="col-span-full">
            Cevap alınamadı. Yeniden başlatın: sayım başladıysa o açılır, ikinci bir sayım başlatılmaz.
          </AlertStrip>
        )}
      </Form>
    </Card>
  )
}

function OpenCounts() {
  const counts = useListQuery(listCounts, { query: { status: 'open' } })
  useVisibleInterval(POLL_INTERVAL, () => void counts.refetch())
  const nothing = (
    <EmptyState
      icon={ClipboardCheck}
      title="Açık sayım yok"
      text="Başlattığınız sayım tamamlanana kadar burada durur; birden fazla kişi aynı sayıma ekleyebilir."
    />
  )
  return (
    <Card title="Açık sayımlar" flush>
      <ListStates query={counts} empty={nothing}>
        <div className="grid grid-cols-1 gap-2 has-[button]:pb-2">
          <ul aria-label="Açık sayımlar" className="divide-y divide-line">
            {counts.items.map(count => (
              <li key={count.id}>
                <OpenCount count={count} />
              </li>
            ))}
          </ul>
          <MoreButton query={counts} />
        </div>
      </ListStates>
    </Card>
  )
}

function OpenCount({ count }: { count: CountSummary }) {
  const { id, count_date, created_at, created_by_admin_name, product_count } = count
  return (
    <Link
      to={addressOfCount(id)}
      className="ring-inside flex min-h-14 items-center gap-3 px-4 py-3 transition-colors hover:bg-surface-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {formatDay(count_date)} sayımı <CountScope count={count} />
        </span>
        <span className="block text-ink-soft text-sm">
          {created_by_admin_name} başlattı · {formatInstant(created_at)}
        </span>
      </span>
      <span className="shrink-0 text-sm">{wholeText(product_count)} ürün</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </Link>
  )
}
