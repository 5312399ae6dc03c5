import { Button } from '../ui/button.tsx'
import { useHeldFocus } from '../ui/held-focus.ts'

type MoreButtonProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** A button that fetches the next page of a list; not rendered after the last one, when its place keeps the focus. */
export function MoreButton({ query }: MoreButtonProps) {
  const place = useHeldFocus<HTMLDivElement>()
  return (
    <div {...place} className="justify-self-center empty:sr-only">
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Devamını göster
        </Button>
      )}
    </div>
  )
}
