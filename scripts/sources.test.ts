import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const isTest = /\.test\.tsx?$|\/tests?\/|-in-test\.|^packages\/testing\/|\/src\/testing\//
const filesOf = (pattern: string, exclude = isTest) =>
  globSync(pattern, { cwd: ROOT }).filter(
    (path) => !/node_modules|\.next\/|\/public\//.test(path) && !exclude.test(path),
  )
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
/** `path: line` of every line that fits. */
const linesWith = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

/** Classes and styles of a side, in place of `ms-`, `pe-`, `start-`, `text-end` and so on, which a language turns. */
const OF_A_SIDE =
  /["'`\s:](-?m[lr]-|p[lr]-|-?(left|right)-(?!1\/2)|border-[lr]\b|rounded-[lr]\b|rounded-[tb][lr]\b|text-(left|right)\b|scroll-[mp][lr]-|space-x-|divide-x)|\b(margin|padding|border)-?([lL]eft|[rR]ight)\b/

test('the layout of pages has no left and right, so that it turns with the language', () => {
  for (const bad of ['"ml-2"', ' lg:right-4', '`text-left`', '"-ml-3"', 'marginLeft: 4', 'padding-right: 0'])
    expect(bad).toMatch(OF_A_SIDE)
  const drawn = 'apps/rider/src/pictures/draw-picture.tsx' // a picture, whose layout has no directions
  const pages = filesOf('{apps,packages}/*/{app,src}/**/*.{tsx,css}').filter((path) => path !== drawn)
  expect(pages.length).toBeGreaterThan(400)
  expect(linesWith(pages, OF_A_SIDE)).toEqual([])
  // What is moved back by half of its width is from the left in every direction.
  expect(linesWith(pages, /start-1\/2.* -translate-x-1\/2/)).toEqual([])
})

/** What only one city has: its names, numbers, credits, currency, time zone and words. */
const OF_NAIROBI =
  /nairobi|kenya|africa\/|\bEAT\b|digital matatus|\bNTSA\b|\bKES\b|\b1195\b|kiswahili|\bmatatus?\b|\bEAC\b/i
/** Languages that a city may have or not. */
const OF_A_LANGUAGE = /(['"`])(sw|es|fr|ar)\1|[Ss]wahili|[Ss]panish/

/** What may name it, and why. */
const EXCEPTIONS: Record<string, RegExp> = {
  'where the classes of a basemap are described': /cities\/nairobi\/basemap\/SOURCE\.md/,
  'the examples of the settings of a city': /^packages\/domain\/src\/shared\/city-schema\.ts: .*(like|is "stage" in)/,
  'labels that are rows, in each language that there is': /\{"en": ["…]/,
  'what the hours of Swahili need': /In Swahili do not put/,
  'three, and the days that are counted with it, in Swahili': /\/messages\/sw\.json: .*matatu/,
}
const others = (lines: string[]) =>
  lines.filter((line) => {
    const text = line.slice(line.indexOf(': ') + 2)
    return !Object.values(EXCEPTIONS).some((pattern) => pattern.test(line) || pattern.test(text))
  })

test('the product names no city, and no language that not every city has', () => {
  for (const bad of ["'Africa/Nairobi'", 'call 1195', "locale === 'sw'", 'In English and Swahili'])
    expect(OF_NAIROBI.test(bad) || OF_A_LANGUAGE.test(bad)).toBe(true)
  const code = [
    ...filesOf('{apps,packages,scripts,supabase}/**/*.{ts,tsx,mjs,css,sql,toml}'),
    ...filesOf('apps/api/content/*.md'),
  ].filter((path) => !/\/generated\/|^supabase\/migrations\//.test(path))
  const texts = [...filesOf('{apps,packages}/*/messages/*.json'), ...filesOf('supabase/templates/*.html')]
  expect([code.length > 1_000, texts.length]).toEqual([true, 28])
  expect(others(linesWith([...code, ...texts], OF_NAIROBI))).toEqual([])
  expect(others(linesWith(code, OF_A_LANGUAGE))).toEqual([])
})
