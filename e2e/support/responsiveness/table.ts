import { availableParallelism } from 'node:os'
import { type Outcome, PRESSED_S, type Untouched } from './measure.ts'
import type { Page } from './pages.ts'

/** All runs of a page. */
export type Figures = {
  page: Page
  /** Of the machine, when the page's runs began. */
  load: number
  alone: Untouched[]
  respondsMs: number[]
  /** By the times at which it was pressed. */
  pressedMs: Outcome[][]
}
export type Drags = { followsMs: number[]; draggedMs: Outcome[][] }
export type Row = Figures & { dragged?: Drags }

const GOALS = { largestMs: 2_000, effectMs: 300, followsMs: 3_500 }

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median; null where most presses found nothing to be pressed. */
function middleOutcome(outcomes: readonly Outcome[]): Outcome {
  const found = outcomes.filter((each) => each !== null)
  return found.length * 2 < outcomes.length ? null : middle(found)
}

const seconds = (ms: number) => (ms === Number.POSITIVE_INFINITY ? 'lost' : `${(ms / 1000).toFixed(2)} s`)
const bold = (text: string, isMissed: boolean) => (isMissed ? `**${text}**` : text)

function effect(outcomes: readonly Outcome[], goalMs?: number): string {
  const ms = middleOutcome(outcomes)
  if (ms === null) return '–'
  const lost = outcomes.filter((each) => each === Number.POSITIVE_INFINITY).length
  if (ms === Number.POSITIVE_INFINITY) return '**lost**'
  const words = `${seconds(ms)}${lost > 0 ? ` (lost ${lost} of ${outcomes.length})` : ''}`
  return bold(words, lost > 0 || (goalMs !== undefined && ms > goalMs))
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

const TIMES = PRESSED_S.map((s) => `${s} s`)

function work({ page, alone, load }: Row): string[] {
  const of = (key: Exclude<keyof Untouched, 'pressed'>) => middle(alone.map((each) => each[key]))
  return [
    page.name,
    seconds(of('firstMs')),
    bold(seconds(of('largestMs')), of('largestMs') > GOALS.largestMs),
    of('shift').toFixed(3),
    seconds(of('frozenMs')),
    seconds(of('drawingMs')),
    seconds(of('busyMs')),
    seconds(of('quietAfterMs')),
    of('kB').toFixed(0),
    load.toFixed(1),
  ]
}

function presses({ page, alone, respondsMs, pressedMs }: Row): string[] {
  const atMs = middle(respondsMs)
  return [
    page.name,
    bold(seconds(atMs), atMs > page.respondsS * 1000),
    `${page.respondsS} s`,
    // Nothing is promised for a press before the page responds, but that it is not lost.
    ...pressedMs.map((each, index) => {
      const isLate = (PRESSED_S[index] ?? 0) * 1000 >= atMs
      return effect(each, isLate ? GOALS.effectMs : undefined)
    }),
    effect(
      alone.map(({ pressed }) => pressed),
      GOALS.effectMs,
    ),
  ]
}

function drags({ page, dragged }: Row): string[][] {
  if (!dragged) return []
  const atMs = middle(dragged.followsMs)
  return [[page.name, bold(seconds(atMs), atMs > GOALS.followsMs), ...dragged.draggedMs.map((each) => effect(each))]]
}

/** In Markdown. What misses its goal is bold. */
export function tables(rows: Row[]): string {
  const parts = [
    `Measured on ${new Date().toISOString().slice(0, 10)} on ${availableParallelism()} cores, Node.js ${process.version}; “load” is the machine’s when the runs of a page began. Bold: a goal is missed.`,
    table(
      [
        'untouched',
        'first paint',
        'largest paint (goal 2.0)',
        'layout shift',
        'longest freeze',
        'waits for drawing',
        'busy in total',
        'quiet after',
        'kB',
        'load',
      ],
      rows.map(work),
    ),
    table(
      ['pressed', 'responds', 'goal', ...TIMES.map((time) => `at ${time}`), 'when quiet (goal 0.3)'],
      rows.map(presses),
    ),
  ]
  const dragged = rows.flatMap(drags)
  if (dragged.length > 0)
    parts.push(table(['map dragged', 'follows after (goal 3.5)', ...TIMES.map((time) => `at ${time}`)], dragged))
  return parts.join('\n\n')
}

/** The goals that a page misses, in words. */
export function missed(row: Row): string[] {
  return [...work(row), ...presses(row), ...drags(row).flat()]
    .filter((cell) => cell.startsWith('**'))
    .map((cell) => `${row.page.name}: ${cell.replaceAll('*', '')}`)
}
