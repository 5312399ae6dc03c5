import { KINDS, type SampleCustomer } from './people.ts'
import type { SampleProduct } from './products.ts'
import type { Random } from './random.ts'

/** The products that a customer buys repeatedly, their weekdays (1 is Monday), and their first day. */
type Habit = {
  days: number[]
  basket: { product: number; usual: number }[]
  /** Products that it buys occasionally. */
  likes: number[]
}

/** The share of orders on each weekday; there are none on Sundays. */
const WEEKDAY_SHARES: Record<number, number> = { 1: 33, 2: 10, 3: 11, 4: 28, 5: 11, 6: 7 }

/** The average number of lines of an order. */
const LINES = 6.5

/** Generates the habits of each customer. */
export function habitsOf(random: Random, customers: SampleCustomer[], products: SampleProduct[]): Habit[] {
  const wanted = (product: number) => products[product]!.demand
  return customers.map(({ kind }) => {
    const { size, likes: categories } = KINDS[kind]
    const likes = products.flatMap(({ category, is_active }, i) =>
      is_active && isAmong(categories, category) ? [i] : [],
    )
    const basket = random.several(likes, random.between(11, 20), wanted).map(product => ({
      product,
      usual: Math.max(1, Math.round(size * usualOf(random, products[product]!.price))),
    }))
    const days = random.several([1, 2, 3, 4, 5, 6], random.chance(0.55) ? 2 : 1, day => WEEKDAY_SHARES[day]!)
    return { days, basket, likes }
  })
}

const isAmong = (categories: readonly string[], category: string) => categories.includes(category)

/** The quantity of a line, smaller for more expensive products; `price` in kuruş. */
function usualOf(random: Random, price: number): number {
  if (price < 10_000) return random.between(5, 18)
  if (price < 40_000) return random.between(2, 8)
  return price < 150_000 ? random.between(1, 4) : 1
}

/** The probability that a customer orders on a weekday. */
export const orderProbability = ({ days }: Habit, weekday: number) =>
  weekday === 7 ? 0 : days.includes(weekday) ? 0.86 : 0.04

/** The lines of an order of this customer. */
export function wishesOf(random: Random, { basket, likes }: Habit): { product: number; quantity: number }[] {
  const wishes = random.several(basket, random.between(3, 2 * LINES - 3)).map(({ product, usual }) => ({
    product,
    quantity: Math.max(1, Math.round(usual * (0.6 + random.next() * 0.9))),
  }))
  const other = random.chance(0.3) ? random.pick(likes) : undefined
  const isNew = other !== undefined && !wishes.some(wish => wish.product === other)
  return isNew ? [...wishes, { product: other, quantity: random.between(1, 3) }] : wishes
}

/** The approximate weekly demand of each product, over all habits. */
export function weeklyDemand(habits: Habit[], products: number): number[] {
  const weekly = Array.from({ length: products }, () => 0.5)
  for (const habit of habits) {
    const orders = [1, 2, 3, 4, 5, 6].reduce((sum, day) => sum + orderProbability(habit, day), 0)
    for (const { product, usual } of habit.basket)
      weekly[product]! += orders * usual * Math.min(1, LINES / habit.basket.length)
  }
  return weekly
}
