import { Contact, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listMarketers, type Marketer } from '#contract/marketers.ts'
import { ActiveBadge } from '../../parts/active-badge.tsx'
import { usePages } from '../../parts/asking.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { NewMarketerDialog } from './new-marketer.tsx'

/** All marketers by name, with how many customers each looks after. */
export function MarketersView({ chooser }: { chooser: ReactNode }) {
  const [adding, setAdding] = useState(false)
  const marketers = usePages(listMarketers, {})
  const add = (
    <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
      Yeni pazarlamacı
    </Button>
  )
  return (
    <Page title="Pazarlamacılar" windowTitle="Pazarlamacılar · Yönetim" action={add}>
      <div className="grid min-w-0 gap-3">
        <Toolbar label="Görünüm seçimi" end={chooser}>
          {null}
        </Toolbar>
        <ListStates
          asked={marketers}
          empty={
            <EmptyState
              icon={Contact}
              title="Henüz pazarlamacı yok"
              text="Eklediğiniz pazarlamacıya müşteri atayabilirsiniz; pazarlamacı onların siparişlerini izler."
              action={add}
            />
          }
        >
          <DataTable
            label="Pazarlamacılar"
            columns={COLUMNS}
            rows={marketers.items}
            rowKey={marketer => marketer.id}
            onEndReached={marketers.hasNextPage ? () => void marketers.fetchNextPage() : undefined}
            loadingMore={marketers.isFetchingNextPage}
          />
        </ListStates>
      </div>
      <NewMarketerDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

const COLUMNS: readonly Column<Marketer>[] = [
  { key: 'name', head: 'Ad soyad', cell: marketer => marketer.name },
  { key: 'username', head: 'Kullanıcı adı', cell: marketer => marketer.username },
  {
    key: 'state',
    head: 'Durum',
    width: '6.5rem',
    onPhone: 'aside',
    cell: marketer => <ActiveBadge active={marketer.is_active} />,
  },
  {
    key: 'customers',
    head: 'Müşteri',
    width: '6rem',
    numeric: true,
    cell: marketer => wholeText(marketer.customer_count),
  },
]
