import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../packages/processes/src/processes.mjs'
import type { Effort } from './compare.ts'
import { type Bar, digits, type Goal, type Part, spread, type Table } from './results.ts'

export type Report = Effort & {
  measuredAt: string
  cpus: number
  model: string
  node: string
  load: number
  quick: boolean
  parts: Record<string, Part>
  /** Parts that failed, with the reason. */
  failed: Record<string, string>
}

const PAGE = join(ROOT, 'docs/figures.md')
const PLOT = join(ROOT, 'docs/figures.svg')
const BEGIN = '<!-- bench: begin -->'
const END = '<!-- bench: end -->'

/** Writes the figures between their marks in docs/figures.md, and the plot beside it. */
export function writeFigures(report: Report): void {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no marks for the figures`)
  writeFileSync(PAGE, `${before}${BEGIN}\n${textOf(report)}\n${END}${after}`)
  const bars = Object.values(report.parts).flatMap((part) => part.bars ?? [])
  if (bars.length > 0) writeFileSync(PLOT, plotOf(bars))
  console.log(`\nWrote ${PAGE}`)
}

export function textOf(report: Report): string {
  const { rounds, seconds, measuredAt, cpus, model, node, load } = report
  const parts = Object.values(report.parts)
  const goals = parts.flatMap((part) => part.goals)
  const sections = [
    `Measured on ${measuredAt} on ${cpus} cores (${model}), Node.js ${node}, load ${digits(load)} before it began; ${rounds} rounds of ` +
      `${seconds} s in turn, the load generator and PostgreSQL on the same machine. Medians of the rounds, with the lowest and the highest.`,
    ...Object.entries(report.failed).map(([name, reason]) => `Not measured: ${name} (${reason}).`),
    table({
      title: 'Goals',
      columns: ['what', 'goal', 'measured', ''],
      rows: goals.map((goal) => [goal.what, goal.goal.trim(), measuredValue(goal), goal.isMet ? 'met' : '**missed**']),
    }),
    ...(parts.some(({ bars }) => bars)
      ? ['![Requests per second of each way to answer incidents nearby](figures.svg)']
      : []),
    ...parts.flatMap((part) => part.tables).map(table),
  ]
  return sections.join('\n\n')
}

const measuredValue = ({ value, unit = '' }: Goal) => `${spread(value)} ${unit}`.trim()

const table = ({ title, note, columns, rows }: Table) =>
  [
    `### ${title}`,
    ...(note ? ['', note] : []),
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(line),
  ].join('\n')

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const WIDTH = 760
const LEFT = 270
const ROW = 26

/** Bars on a logarithmic scale, the fastest first, with a whisker from the lowest to the highest round. */
function plotOf(bars: readonly Bar[]): string {
  const sorted = bars.toSorted((a, b) => b.perSecond.median - a.perSecond.median)
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...sorted.map((bar) => bar.perSecond.low))))
  const highest = 10 ** Math.ceil(Math.log10(Math.max(...sorted.map((bar) => bar.perSecond.high))))
  const scale = (WIDTH - LEFT - 80) / Math.log10(highest / lowest)
  const x = (value: number) => (LEFT + Math.log10(Math.max(value, lowest) / lowest) * scale).toFixed(1)
  const height = sorted.length * ROW + 50
  const ticks = Array.from({ length: Math.round(Math.log10(highest / lowest)) + 1 }, (_, power) => lowest * 10 ** power)
  const escaped = (text: string) => text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const rows = sorted.map(({ name, perSecond: { median, low, high } }, index) => {
    const y = 34 + index * ROW
    return [
      `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="bar" x="${LEFT}" y="${y}" width="${(Number(x(median)) - LEFT).toFixed(1)}" height="18"/>`,
      `<path class="line" d="M${x(low)} ${y + 9}H${x(high)}"/>`,
      `<text x="${Number(x(high)) + 6}" y="${y + 13}">${digits(median)}</text>`,
    ].join('')
  })
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${x(tick)} 26V${height - 12}"/><text x="${x(tick)}" y="18" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Requests per second, logarithmic">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 } .bar { fill: #1f7a6d } .line { stroke: #1f2328; stroke-width: 1.5 } .grid { stroke: #d0d7de }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .bar { fill: #3fb5a3 } .line { stroke: #e6edf3 } .grid { stroke: #444c56 } }
</style>
${grid.join('\n')}
${rows.join('\n')}
</svg>
`
}
