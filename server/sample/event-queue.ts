import { weekdayOf } from '#contract/calendar.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'

/** A queue of events in chronological order; an event may add others. */
export function newEventQueue() {
  const items: { at: number; happen: (at: Date) => void }[] = []
  const put = (at: Date, happen: (at: Date) => void) => {
    const time = at.getTime()
    let [low, high] = [0, items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (items[middle]!.at <= time) low = middle + 1
      else high = middle
    }
    items.splice(low, 0, { at: time, happen })
  }
  const runUntil = (end: Date) => {
    for (let next = items.shift(); next && next.at <= end.getTime(); next = items.shift())
      next.happen(new Date(next.at))
  }
  return { put, runUntil }
}

export const isSunday = (day: string) => weekdayOf(day) === 7

/** The instant on a day in Istanbul, that many minutes after midnight. */
export const minutesInto = (day: string, minutes: number) =>
  new Date(startOfIstanbulDay(day).getTime() + Math.round(minutes * 60_000))

export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** The nth working day after a day; every day but Sunday is one. */
export function nextWorkingDay(at: Date, count = 1): string {
  let day = istanbulDay(at)
  for (let left = count; left > 0; left -= isSunday(day) ? 0 : 1) day = daysLater(day, 1)
  return day
}

/** Every day from one day to another, both included. */
export function everyDay(first: string, last: string): string[] {
  const days = []
  for (let day = first; day <= last; day = daysLater(day, 1)) days.push(day)
  return days
}
