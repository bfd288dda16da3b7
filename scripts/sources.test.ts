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
})
