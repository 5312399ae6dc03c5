import { type FormEvent, useEffect, useRef } from 'react'
import { MAX_NOTE } from '#contract/fields.ts'
import { listCustomersOrderRevisions } from '#contract/order-revisions.ts'
import { OrderDay } from '../delivery/order-day.tsx'
import { useCallQuery } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { focusFaulty } from '../ui/focus-faulty.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { AddProduct } from './add-product.tsx'
import { PriceSummary } from './price-summary.tsx'
import { type Draft, draftOf, pricedLines, remainingLines } from './revision-draft.ts'
import { RemovedLine, RevisionLine } from './revision-line.tsx'
import { RevisionList } from './revisions.tsx'
import type { RevisionState } from './use-revision.ts'

/** Edits the lines of an order, adds products, and shows notes and totals. */
export function RevisionForm({ id, revision }: { id: string; revision: RevisionState }) {
  const { base, draft, refused, endedAs } = revision
  const { form, submit, focusLine } = useFormFocus(revision)
  const priced = pricedLines(draft.lines)
  const isRebased = base.revision_count > revision.initialRevisionCount
  return (
    <Form ref={form} id={id} aria-label="Revizyon" inert={revision.busy} onKeyDown={keepEnterInForm} onSubmit={submit}>
      {isRebased && <RevisedMeanwhile revision={revision} />}
      {/* Once the order can no longer be revised, the dialog shows its status above the buttons instead. */}
      {refused && !endedAs && <AlertStrip kind="error">{refused}</AlertStrip>}
      {revision.isResumed && (
        <AlertStrip
          kind="info"
          action={<DiscardChanges revision={revision} />}
          // Keeps its space when the user reverts all changes: the lines must not move under the next press.
          className={revision.isChanged ? undefined : 'invisible'}
        >
          Bu siparişte kaydetmediğiniz değişiklikler duruyor.
        </AlertStrip>
      )}
      <RevisionLines revision={revision} focusLine={focusLine} />
      <AddProduct
        present={productsOf(draft)}
        onAdd={product => {
          revision.add(product)
          focusLine(product.id, 'input')
        }}
      />
      <OrderDay order={base} products={productsOf(draft)} value={draft.day} onChange={revision.setDay} />
      <Field label="Sipariş notu">
        <Textarea value={draft.notes} maxLength={MAX_NOTE} onChange={event => revision.setNotes(event.target.value)} />
      </Field>
      {priced ? (
        <PriceSummary lines={priced} fee={revision.fee} className="border-line border-t pt-4" />
      ) : (
        <p className="border-line border-t pt-4 text-ink-soft">Toplam, bütün fiyatlar girilince görünür.</p>
      )}
    </Form>
  )
}

/** The form's ref and submit handler. Focuses the field to correct, and with `focusLine` a line just changed. */
function useFormFocus({ failures, save }: RevisionState) {
  const form = useRef<HTMLFormElement>(null)
  const sentFrom = useRef<Element>(null)
  const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
  useEffect(() => {
    if (failures === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-faulty] input')
    if (faulty) return faulty.focus()
    // The error is shown above the lines. The focus was lost when the form became inert during saving.
    form.current?.scrollIntoView({ block: 'start' })
    if (sentFrom.current instanceof HTMLElement) sentFrom.current.focus({ preventScroll: true })
  }, [failures])
  /** The pressed button disappears; focuses its line. */
  const focusLine: FocusLine = (line, what) =>
    requestAnimationFrame(() => find(`[data-line="${line}"] ${what}`)?.focus())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sentFrom.current = document.activeElement
    if (form.current && !focusFaulty(form.current)) void save()
  }
  return { form, submit, focusLine }
}

type FocusLine = (line: string, what: 'input' | 'button') => void

/** The lines of the draft, including removed ones in their places. */
function RevisionLines({ revision, focusLine }: { revision: RevisionState; focusLine: FocusLine }) {
  const { base, draft, faults, listPrices, change } = revision
  const saved = new Map(draftOf(base).lines.map(line => [line.product_id, line]))
  const isLast = remainingLines(draft).length === 1
  return (
    <ul aria-label="Revize edilen satırlar" className="divide-y divide-line border-line border-b">
      {draft.lines.map(line =>
        line.isRemoved ? (
          <RemovedLine
            key={line.product_id}
            line={line}
            isSaved={saved.has(line.product_id)}
            onPutBack={() => {
              revision.putBack(line.product_id)
              focusLine(line.product_id, 'input')
            }}
          />
        ) : (
          <RevisionLine
            // A value that is being typed is not meant for another unit.
            key={`${line.product_id} ${line.unit}`}
            line={line}
            saved={saved.get(line.product_id)}
            listPrice={listPrices.get(line.product_id)}
            fault={faults.get(line.product_id)}
            isLast={isLast}
            onChange={changed => change(line.product_id, changed)}
            onRemove={() => {
              revision.remove(line.product_id)
              focusLine(line.product_id, 'button')
            }}
          />
        ),
      )}
    </ul>
  )
}

const productsOf = (draft: Draft) => new Set(remainingLines(draft).map(line => line.product_id))

/** Another user has changed the order: shows the changes, and their effect on this draft. */
function RevisedMeanwhile({ revision }: { revision: RevisionState }) {
  const { base, initialRevisionCount, isChanged } = revision
  const query = useCallQuery(listCustomersOrderRevisions, { params: { id: base.id } })
  return (
    <AlertStrip kind="warning" title="Bu sipariş siz bakarken başkası tarafından revize edildi">
      <div className="grid gap-3">
        <p>
          Hiçbir şeyin üzerine yazılmadı. Sizin değiştirdikleriniz aşağıda duruyor, yanlarında kayıtlı hâlleri yazıyor;
          kontrol edip yeniden kaydedin.
        </p>
        <div className="rounded-md bg-surface p-3 text-ink">
          <RevisionList query={query} after={initialRevisionCount} />
        </div>
        {isChanged && <DiscardChanges revision={revision} />}
      </div>
    </AlertStrip>
  )
}

function DiscardChanges({ revision }: { revision: RevisionState }) {
  return (
    <Button size="small" onClick={revision.resetDraft} className="justify-self-start">
      Değişikliklerimi bırak
    </Button>
  )
}
