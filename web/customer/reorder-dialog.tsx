import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useNavigate } from '../ui/router.tsx'
import { type DifferentLine, type Reordered, sentenceOf } from './reorder.ts'

type ReorderDialogProps = {
  outcome: Reordered & { undo: () => void }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Lists how an old order's lines differ today; available products are already in the cart. */
export function ReorderDialog({ outcome: { taken, different, undo }, open, onOpenChange }: ReorderDialogProps) {
  const navigate = useNavigate()
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={taken ? `${wholeText(taken)} ürün sepete eklendi` : 'Hiçbir ürün sepete eklenemedi'}
      description={`${wholeText(different.length)} ürün eski siparişinizdeki gibi değil:`}
      footer={
        taken ? (
          <>
            <Button
              onClick={() => {
                undo()
                close()
              }}
            >
              Geri al
            </Button>
            <Button variant="primary" onClick={() => navigate('/cart')}>
              Sepete git
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={close}>
            Tamam
          </Button>
        )
      }
    >
      <ul aria-label="Farklar" className="divide-y divide-line">
        {different.map(line => (
          <Line key={line.product_id} line={line} />
        ))}
      </ul>
    </Dialog>
  )
}

function Line({ line: { name, isTaken, differences } }: { line: DifferentLine }) {
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{name}</span>
        {!isTaken && <Badge tone="red">Eklenmedi</Badge>}
      </p>
      {differences.map(difference => (
        <p key={difference.kind} className="text-ink-soft">
          {sentenceOf(difference)}
        </p>
      ))}
    </li>
  )
}
