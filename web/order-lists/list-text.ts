import type { OrderList } from '#contract/order-lists.ts'
import { wholeText } from '../ui/number-text.ts'
import type { Wanted } from './wanted.ts'

/** A list as a message: what is wanted of it, or all of its products if nothing is yet. */
export function listText({ name, lines }: Pick<OrderList, 'name' | 'lines'>, wantedOf: (product_id: string) => Wanted) {
  const wanted = lines.flatMap(({ product_id, product_name, unit }) => {
    const { quantity } = wantedOf(product_id)
    return quantity > 0 ? [`${wholeText(quantity)} ${unit} ${product_name}`] : []
  })
  return [name, '', ...(wanted.length > 0 ? wanted : lines.map(line => `• ${line.product_name}`))].join('\n')
}
