import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FIGURES = join(import.meta.dirname, '../../docs/figures.md')

/** Replaces what stands in docs/figures.md between the marks of that name. */
export function writeBetween(name: string, text: string): void {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const before = readFileSync(FIGURES, 'utf8')
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/figures.md has no place for this between ${begin} and ${end}`)
  writeFileSync(FIGURES, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`)
}
