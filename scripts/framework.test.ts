import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// React and Next change what is private to them without saying so, and pages that lean on it then break for people
// with slow phones first.

const ROOT = join(import.meta.dirname, '..')
const sources = globSync('{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs,cjs}', { cwd: ROOT }).filter(
  (path) => !/node_modules|\.next\/|\/public\/|\/dist\/|^scripts\/framework\.test\.ts$/.test(path),
)

/** Properties that React puts on elements, globals and markup of Next, and modules that neither exports. */
const PRIVATE =
  /__react|_reactRoot|\$\$react|__next_|__NEXT|__(CLIENT|SECRET)_INTERNALS|['"](next\/dist|react-dom\/cjs)\//
/** A component test has a router of its own in place of Next's, which has no other way in. */
const ROUTER_OF_TESTS = 'packages/ui/src/testing/app.tsx'

test('finds the sources', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect("Object.keys(node).find((key) => key.startsWith('__reactProps$'))").toMatch(PRIVATE)
})

/** Node's diagnostics see every server of a process: what changes a request is called by our own server. */
const FROM_OUTSIDE = /['"]http\.server\.request/

test('no file of the product changes requests from outside of the server that gets them', () => {
  const product = sources.filter((path) => !/\.test\.ts$|^packages\/testing\//.test(path))
  expect(product.filter((path) => FROM_OUTSIDE.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})

test('no file reads what is private to React or Next', () => {
  expect(sources.filter((path) => PRIVATE.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([ROUTER_OF_TESTS])
})
