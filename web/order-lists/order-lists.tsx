import { CirclePlus, Ellipsis, PencilLine, Repeat, RotateCw, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { OrderGuide, OrderList } from '#contract/order-lists.ts'
import { Failed } from '../lists/list-states.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useIsPhoneWidth } from '../ui/media.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useAddress } from '../ui/query-params.ts'
import { Select } from '../ui/select.tsx'
import { ShareItems } from '../ui/share-menu.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { DeleteList } from './delete-list.tsx'
import { EmptyList } from './empty-list.tsx'
import { type ListOwner, useOrderGuide, useOrderLists } from './list-calls.ts'
import { ListRows } from './list-rows.tsx'
import { listText } from './list-text.ts'
import { useOpenLines } from './open-lines.ts'
import { QuickEntry } from './quick-entry.tsx'
import { shelvesIn } from './shelf-counts.ts'
import { useSteadyProducts } from './steady-products.ts'
import { usualAmounts } from './usual-amounts.ts'
import { setWanted, wantedOf } from './wanted-quantities.ts'

const EditList = lazy(async () => ({ default: (await import('./edit-list.tsx')).EditList }))

type OrderListsProps = {
  owner: ListOwner
  /** The address of the catalogue. */
  catalogue: string
  /** Called when the wanted quantities are in the cart. */
  onTaken: () => void
}

/** The products that a customer has bought lately, or one of its lists, each line with a quantity to order. */
export function OrderLists({ owner, catalogue, onTaken }: OrderListsProps) {
  const { read, write } = useAddress()
  const [guide, lists] = [useOrderGuide(owner), useOrderLists(owner)]
  const chosen = read('list')
  const list = lists.data?.find(({ id }) => id === chosen)
  const last = useLast(list)
  // A response that was stored earlier does not include a list that was just created.
  const isGone =
    chosen !== '' && !list && lists.data !== undefined && (last?.id === chosen || lists.isFetchedAfterMount)
  const choose = (id: string) => {
    // The list may be the shown one, which the user has just changed.
    open.showAnew()
    write({ list: id }, { skipsLeaveCheck: true })
  }
  // The guide must not be shown instead of a list that is still being fetched, or cannot be.
  const isMissing = Boolean(chosen) && lists.data === undefined
  const bought = guide.data?.lines
  const guideLines = useMemo(() => bought?.map(line => ({ ...line, target: null })), [bought])
  const boughtOf = useMemo(() => new Map(bought?.map(line => [line.product_id, line])), [bought])
  const open = useOpenLines(list, isMissing ? undefined : (list?.lines ?? guideLines))
  const { lines, current } = open
  const found = current.data?.products
  const isFetching = current.isFetching || guide.isFetching
  const shelves = useMemo(() => shelvesIn(lists.data ?? [], lines && list?.id, lines ?? []), [lists.data, list, lines])
  const rows = useSteadyProducts(open.opening, lines ?? [], { ...current, isFetching }, boughtOf, shelves)
  const isOnline = useOnline()
  const needed = chosen ? [lists, guide, current] : [guide, current]
  const failed = needed.find(query => query.error !== null && query.data === undefined)
  return (
    <>
      <Chooser
        owner={owner}
        guide={guide.data}
        lists={lists.data}
        list={list}
        text={() => listText({ name: list?.name ?? 'Sipariş listesi', lines: lines ?? [] }, wantedOf, rows)}
        onChoose={choose}
        onFill={() => lines && setWanted(usualAmounts(lines, rows))}
      />
      {isGone && <GoneStrip name={last?.id === chosen ? last.name : undefined} onRead={() => choose('')} />}
      {!chosen && !lists.data && lists.error && <NoListsStrip error={lists.error} onRetry={lists.refetch} />}
      {!isOnline && <OfflineDataNote what="katalog" at={current.data?.storedAt} />}
      {failed?.error ? (
        <Failed query={failed} error={failed.error} />
      ) : lines?.length === 0 ? (
        <EmptyList isOwn={list !== undefined} catalogue={catalogue} />
      ) : lines && found ? (
        <ListRows
          // The button of one list must not take the quantities of another one.
          key={list?.id ?? ''}
          name={list?.name ?? BOUGHT}
          list={list}
          lines={lines}
          {...rows}
          onTaken={onTaken}
        />
      ) : (
        <LoadingRows rows={10} />
      )}
    </>
  )
}

const BOUGHT = 'Aldıklarım'

/** The list that was shown last. */
function useLast(list: OrderList | undefined) {
  const [last, setLast] = useState(list)
  if (list && list !== last) setLast(list)
  return last
}

/** Reports that the chosen list was deleted, or, without a name, that there is no list at this address. */
function GoneStrip({ name, onRead }: { name: string | undefined; onRead: () => void }) {
  return (
    <AlertStrip
      kind="warning"
      action={
        <Button size="small" onClick={onRead}>
          Tamam
        </Button>
      }
    >
      {name === undefined ? 'Bu liste bulunamadı' : `“${name}” silinmiş`}; yerine “{BOUGHT}” gösteriliyor.
    </AlertStrip>
  )
}

/** Reports that the lists, without which only the guide can be shown, could not be loaded. */
function NoListsStrip({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <AlertStrip
      kind="warning"
      title={error.message}
      action={
        <Button size="small" icon={RotateCw} onClick={() => void onRetry()}>
          Tekrar dene
        </Button>
      }
    >
      Yalnızca “{BOUGHT}” gösteriliyor.
    </AlertStrip>
  )
}

type ChooserProps = {
  owner: ListOwner
  guide: OrderGuide | undefined
  /** Undefined until they are loaded, and if they cannot be. */
  lists: readonly OrderList[] | undefined
  /** The shown list; undefined for the products bought lately. */
  list: OrderList | undefined
  /** The shown list as a message. */
  text: () => string
  onChoose: (id: string) => void
  /** Enters the usual quantity in each row. */
  onFill: () => void
}

/** Chooses the shown list, and has the actions for it. */
function Chooser({ owner, guide, lists, list, text, onChoose, onFill }: ChooserProps) {
  // On phones the number of days would be truncated.
  const isPhone = useIsPhoneWidth()
  const bought = guide && !isPhone ? `${BOUGHT} · son ${wholeText(guide.days)} gün` : BOUGHT
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Liste"
        value={list?.id ?? ''}
        onChange={({ target }) => onChoose(target.value)}
        options={[
          { value: '', label: bought },
          ...(lists ?? []).map(({ id, name, lines }) => ({ value: id, label: `${name} (${wholeText(lines.length)})` })),
        ]}
        className="min-w-36 flex-1 sm:max-w-80"
      />
      <ListActions {...{ owner, list, text, onChoose, onFill }} areKnown={lists !== undefined} />
      <QuickEntry owner={owner} />
    </div>
  )
}

/** The list to edit, and the number of times that the form was opened. */
type Edited = { nr: number; list: OrderList | undefined; open: boolean }

type ListActionsProps = Pick<ChooserProps, 'owner' | 'list' | 'text' | 'onChoose' | 'onFill'> & {
  /** Whether the lists could be fetched; otherwise none can be created. */
  areKnown: boolean
}

function ListActions({ owner, list, text, areKnown, onChoose, onFill }: ListActionsProps) {
  const [edited, setEdited] = useState<Edited>({ nr: 0, list: undefined, open: false })
  // By its id: a list that has disappeared, as another device has deleted it, must not leave its question to another one.
  const [deleting, setDeleting] = useState<string>()
  const edit = (which: OrderList | undefined) => setEdited(({ nr }) => ({ nr: nr + 1, list: which, open: true }))
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label="Liste işlemleri" />}>
        <MenuItem icon={Repeat} onSelect={onFill}>
          Her zamanki miktarları yaz
        </MenuItem>
        {areKnown && <MenuSeparator />}
        {list && (
          <MenuItem icon={PencilLine} onSelect={() => edit(list)}>
            Listeyi düzenle
          </MenuItem>
        )}
        {areKnown && (
          <MenuItem icon={CirclePlus} onSelect={() => edit(undefined)}>
            Yeni liste
          </MenuItem>
        )}
        <MenuSeparator />
        <ShareItems text={text} />
        {list && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => setDeleting(list.id)}>
              Listeyi sil
            </MenuItem>
          </>
        )}
      </Menu>
      {edited.nr > 0 && (
        <Suspense>
          <EditList
            key={edited.nr}
            owner={owner}
            list={edited.list}
            open={edited.open}
            onClose={() => setEdited({ ...edited, open: false })}
            onSaved={({ id }) => onChoose(id)}
          />
        </Suspense>
      )}
      {list && (
        <DeleteList
          list={list}
          open={deleting === list.id}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => onChoose('')}
        />
      )}
    </>
  )
}
