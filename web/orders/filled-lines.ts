import { MAX_ORDER_LINES } from '#contract/orders.ts'
import type { Products } from '../cart/cart-changes.ts'
import type { FilledLine } from '../cart/fill-report.ts'
import { promisedDayText } from '../cart/promised-day.ts'
import { wholeText } from '../ui/number-text.ts'
import { type Difference, type Ordered, type OrderedAgain, sentenceOf } from './order-again.ts'

/** The outcome for each line that was put into a cart, with the lines that were not added first. */
export function filledLines(
  items: readonly Ordered[],
  products: Products,
  { different }: Pick<OrderedAgain, 'different'>,
): FilledLine[] {
  const differing = new Map(different.map(line => [line.product_id, line]))
  const lines = items.map(({ product_id, product_name, quantity, unit }): FilledLine => {
    const product = products.get(product_id)
    const line = differing.get(product_id)
    const short = line?.differences.find(difference => difference.kind === 'short')
    const added = short?.taken ?? quantity
    return {
      product_id,
      name: product?.name ?? product_name,
      added: line && !line.isTaken ? undefined : `${wholeText(added)} ${product?.unit ?? unit}`,
      sentences: line?.differences.map(sentenceAfter) ?? [],
    }
  })
  return lines.sort((a, b) => Number(a.added !== undefined) - Number(b.added !== undefined))
}

/** A difference as a sentence, after the line was put into the cart or refused. */
function sentenceAfter(difference: Difference): string {
  switch (difference.kind) {
    case 'gone':
      return 'Eklenemedi: artık satışta değil.'
    case 'out':
      return 'Eklenemedi: stokta yok ve beklenen stok tarihi belli değil.'
    case 'full':
      return `Eklenemedi: sepette en fazla ${MAX_ORDER_LINES} farklı ürün olabilir.`
    case 'short': {
      const { wanted, wanted_unit, taken, most, unit } = difference
      const amountText = (amount: number) => `${wholeText(amount)} ${unit}`
      if (taken === 0) return `Eklenemedi: alınabilecek ${amountText(most)} zaten sepette.`
      const less = `Stok kadar eklendi: ${wholeText(wanted)} ${wanted_unit} yerine ${amountText(taken)}.`
      return most > taken ? `${less} Sepettekilerle birlikte en fazla ${amountText(most)} alınabilir.` : less
    }
    case 'other_unit':
      return `Eklenemedi: birimi ${difference.before} iken ${difference.after} oldu; miktarını katalogdan seçin.`
    case 'promised':
      return `Şu anda stokta yok; ${promisedDayText(difference.day)} için ileri tarihli eklendi.`
    default:
      return sentenceOf(difference)
  }
}
