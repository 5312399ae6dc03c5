import { Button } from '../ui/button.tsx'

type MoreButtonProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** A button that fetches the next page of a list; not rendered after the last one. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button className="justify-self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Devamını göster
    </Button>
  )
}
