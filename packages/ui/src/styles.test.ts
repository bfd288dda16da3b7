import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appManifest } from './apps/metadata.ts'

// Colours are repeated where CSS variables cannot be read.

const css = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8')
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** The colours in the first block after a given text. */
function coloursAfter(words: string): string[] {
  const from = css.indexOf(words)
  if (from < 0) throw new Error(`styles.css has no ${words}`)
  return css.slice(from, css.indexOf('}', from)).match(/--color-[\w-]+: [^;]+/g) ?? []
}
const paperOf = (colours: string[]) => /#\w+/.exec(colours.find((each) => each.includes('-paper:')) ?? '')?.[0]

test('has the same dark theme by device and by page setting', () => {
  const chosen = coloursAfter('[data-theme="dark"] {')
  expect(chosen.length).toBeGreaterThan(10)
  expect(coloursAfter(':root:not([data-theme="light"])')).toEqual(chosen)
})

test('sets the browser’s theme colour to that of the page', () => {
  const [light, dark] = [paperOf(coloursAfter('@theme static')), paperOf(coloursAfter('[data-theme="dark"] {'))]
  expect(appManifest(null, '').background_color).toBe(light)
  expect(read('apps/app-document.tsx').match(/#[0-9a-f]{6}/g)).toEqual([light, dark])
})
