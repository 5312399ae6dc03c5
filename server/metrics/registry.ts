import { z } from 'zod'

/**
 * A metric with its values at one moment. The key of a sample is what follows the metric's name in Prometheus's text
 * format: a suffix such as `_count`, and the labels.
 */
export const Family = z.object({
  name: z.string(),
  help: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram']),
  /** How the values of several processes become one. */
  merge: z.enum(['sum', 'max']),
  samples: z.record(z.string(), z.number()),
})
export type Family = z.output<typeof Family>

type Labels = Readonly<Record<string, string>>
type Metric = { collect: () => Family }

/** The metrics of a process. */
export class Registry {
  readonly #metrics: Metric[] = []

  /** A number that only grows. With a label, each of its `values` is reported from the start, as 0. */
  counter(name: string, help: string, { label, values = [] }: { label?: string; values?: readonly string[] } = {}) {
    const samples: Record<string, number> = label
      ? Object.fromEntries(values.map(v => [keyOf({ [label]: v }), 0]))
      : { '': 0 }
    this.#metrics.push({ collect: () => ({ name, help, type: 'counter', merge: 'sum', samples: { ...samples } }) })
    return {
      add(value = '', by = 1) {
        const key = label ? keyOf({ [label]: value }) : ''
        samples[key] = (samples[key] ?? 0) + by
      },
    }
  }

  /** A number that also falls, such as that of open streams. */
  gauge(name: string, help: string) {
    let value = 0
    this.#metrics.push({ collect: () => ({ name, help, type: 'gauge', merge: 'sum', samples: { '': value } }) })
    return { add: (by: number) => void (value += by) }
  }

  /** Counts durations in seconds. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const one = new Histogram(bounds)
    const collect = (): Family => ({
      name,
      help,
      type: 'histogram',
      merge: 'sum',
      samples: Object.fromEntries(one.samples({})),
    })
    this.#metrics.push({ collect })
    return one
  }

  /** A metric whose values are computed when they are read. */
  computed(family: Omit<Family, 'samples'>, samples: () => Iterable<readonly [string, number]>) {
    this.#metrics.push({ collect: () => ({ ...family, samples: Object.fromEntries(samples()) }) })
  }

  /** The present values of all metrics. */
  snapshot(): Family[] {
    return this.#metrics.map(({ collect }) => collect())
  }
}

/** How many durations were at most as long as each bound, in seconds. */
export class Histogram {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(seconds: number) {
    let i = 0
    while (i < this.#bounds.length && seconds > this.#bounds[i]!) i++
    this.#counts[i]!++
    this.#sum += seconds
  }

  samples(labels: Labels): [string, number][] {
    let total = 0
    const buckets = this.#counts.map((count, i): [string, number] => {
      total += count
      return [`_bucket${keyOf({ ...labels, le: String(this.#bounds[i] ?? '+Inf') })}`, total]
    })
    return [...buckets, [`_sum${keyOf(labels)}`, this.#sum], [`_count${keyOf(labels)}`, total]]
  }
}

/** The labels of a sample in Prometheus's text format. */
export function keyOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    return `${name}="${escaped}"`
  })
  return pairs.length ? `{${pairs.join(',')}}` : ''
}

/** The values of several processes as one: sums, except where a metric is merged by its maximum. */
export function mergeFamilies(snapshots: readonly Family[][]): Family[] {
  const merged = new Map<string, Family>()
  for (const family of snapshots.flat()) {
    const into = merged.get(family.name)
    if (!into) {
      merged.set(family.name, { ...family, samples: { ...family.samples } })
      continue
    }
    for (const [key, value] of Object.entries(family.samples)) {
      const other = into.samples[key]
      into.samples[key] = other === undefined ? value : family.merge === 'max' ? Math.max(other, value) : other + value
    }
  }
  return [...merged.values()]
}

/** The metrics in Prometheus's text format. */
export function textOf(families: readonly Family[]): string {
  return families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...Object.entries(samples).map(([key, value]) => `${name}${key} ${value}`),
    ])
    .join('\n')
    .concat('\n')
}
