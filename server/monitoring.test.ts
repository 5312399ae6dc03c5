import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeWorld } from './testing/world.ts'

const BACKUPS = { dir: tmpdir(), copyDir: undefined, time: '03:00', keep: 7 }

/** Every metric of a portal, with the names of its labels. */
async function metricsOf() {
  const world = await makeWorld({ backups: BACKUPS })
  const customer = await world.customer()
  await world.get('/products', customer)
  await world.get('/yok', customer)
  const { body } = await world.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  const metrics = new Map<string, Set<string>>([['up', new Set()]])
  for (const [, name = '', labels = ''] of body.matchAll(/^([a-z]\w*)(\{.*\})? /gm)) {
    const known = metrics.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    metrics.set(name, known)
  }
  return metrics
}

const read = (name: string) => readFile(new URL(`../docs/monitoring/${name}`, import.meta.url), 'utf8')

const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) }),
  ),
})

const NO_METRIC = new Set(
  [
    'by le sum rate increase histogram_quantile topk changes time max_over_time on instance job',
    'method route status pool reason code outcome',
  ].flatMap(words => words.split(' ')),
)

/** The metrics of an expression, without functions, labels and quoted texts. */
const namesIn = (expression: string) =>
  [...expression.replaceAll(/"[^"]*"|\[\w+\]/g, '').matchAll(/\b[a-z]\w+/g)]
    .map(([word]) => word)
    .filter(word => !NO_METRIC.has(word))

test('the alert rules and the dashboard use metrics and labels that exist', async () => {
  const metrics = await metricsOf()
  const alerts = [...(await read('alerts.yml')).matchAll(/^ +expr: (?:>-\n +)?(.+)$/gm)].map(([, expr = '']) => expr)
  const { panels } = Dashboard.parse(JSON.parse(await read('dashboard.json')))
  const targets = panels.flatMap(panel => panel.targets)
  expect(alerts.length).toBeGreaterThan(10)
  const expressions = [...alerts, ...targets.map(({ expr }) => expr)]
  const unknown = expressions.flatMap(namesIn).filter(name => !metrics.has(name))
  expect(unknown).toEqual([])
  for (const expression of expressions) expect(namesIn(expression), expression).not.toEqual([])
  // Every name in a legend is a label of its metrics, or of their sum.
  for (const { expr, legendFormat } of targets) {
    const labels = new Set(namesIn(expr).flatMap(name => [...(metrics.get(name) ?? [])]))
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(labels, expr).toContain(label)
  }
})

test('a full disk is an alert, also if it is noticed only by a refused statement now and then', async () => {
  expect(await read('alerts.yml')).toMatch(
    /ToptanStorageFull\n( +#.*\n)? +expr: max_over_time\(toptan_storage_full\[5m\]\) == 1\n/,
  )
})

test('the dashboard shows every metric except the start time, which the alert rules use', async () => {
  const metrics = await metricsOf()
  const dashboard = await read('dashboard.json')
  const missing = [...metrics.keys()].filter(name => !dashboard.includes(name.replace(/_(bucket|sum|count)$/, '')))
  expect(missing).toEqual(['process_start_time_seconds'])
})
