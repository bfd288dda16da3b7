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

/** The colours of a theme by name; the dark one changes some of the light ones. */
const named = (colours: string[]) =>
  Object.fromEntries(colours.flatMap((each) => [/--color-([\w-]+): (#\w{6})/.exec(each)?.slice(1) ?? []]))
const LIGHT = named(coloursAfter('@theme static'))
const THEMES = { light: LIGHT, dark: { ...LIGHT, ...named(coloursAfter('[data-theme="dark"] {')) } }

/** The contrast of two colours as WCAG 2 computes it. */
function contrast(one: string | undefined, other: string | undefined): number {
  const light = [one, other].map((hex) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex?.slice(at, at + 2) ?? '', 16) / 255
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  })
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05)
}

const SURFACES = ['paper', 'raised', 'sunken', 'fill']
const TEXTS = ['ink', 'soft', 'link', 'danger', 'warn', 'ok'].flatMap((text) => SURFACES.map((on) => [text, on]))
const PAIRS: [least: number, pairs: string[][]][] = [
  [
    7,
    [...TEXTS, ['on-body', 'body'], ['on-plate', 'plate'], ...['danger', 'warn', 'ok'].map((is) => [is, `${is}-wash`])],
  ],
  [7, ['danger-wash', 'warn-wash', 'ok-wash'].map((on) => ['ink', on])],
  [4.8, ['serious', 'caution', 'minor'].flatMap((is) => SURFACES.map((on) => [`sign-${is}`, on]))],
  [3, [...['paper', 'raised'].map((on) => ['edge', on]), ...SURFACES.map((on) => ['you', on])]],
]

test.each(Object.entries(THEMES))('has enough contrast in the %s theme: text 7, signs 4.8, edges 3', (_, colours) => {
  const found = PAIRS.flatMap(([least, pairs]) =>
    pairs.flatMap(([one = '', on = '']) => {
      const is = contrast(colours[one], colours[on])
      return is >= least ? [] : [`${one} on ${on}: ${is.toFixed(2)} of ${least}`]
    }),
  )
  expect(found).toEqual([])
})
