import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchState } from '../apps/worker/src/watch-state.ts'
import { serveMetrics } from '../packages/http/src/metrics.ts'

// What operators load into Prometheus and Grafana names metrics: one with another name would never alert.

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const rules = read('ops/prometheus/alerts.yml')
const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  read('ops/grafana/salama.json'),
)

/** The metrics of all processes. */
async function metricsServed(): Promise<string[]> {
  const names: string[] = []
  await serveMetrics({ process: 'worker', port: 0, host: '127.0.0.1' }, (registry) => {
    watchState(registry)
    names.push(...registry.getMetricsAsArray().map(({ name }) => name))
    return async () => {}
  })
  return names
}

test.each([
  ['alert rules', rules.match(/(?<=expr: ).*|(?<=^ {10}).*/gm) ?? []],
  ['dashboard', dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))],
])('the %s name metrics that there are', async (_, expressions) => {
  const named = expressions.flatMap((each) => each.match(/\b(salama|nodejs|process)_\w+?(?=_bucket|\b)/g) ?? [])
  expect(named.length).toBeGreaterThan(15)
  const served = await metricsServed()
  expect(named.filter((name) => !served.includes(name))).toEqual([])
})

test('the operations say what each alert means', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const told = [...read('docs/operations.md').matchAll(/^\| `(Salama\w+)`/gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual(alerts.toSorted())
})
