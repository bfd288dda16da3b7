/** The files whose tests are tested by mutants (scripts/mutants/main.mjs): pure ones, by their imports. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { ROOT } from '../../packages/processes/src/processes.mjs'

/** Packages that only compute. */
const PURE = new Set(['zod', '@date-fns/tz', 'd3-scale', 'qr', 'csv-parse'])
/** A test may read what it compares with. */
const FOR_TESTS = new Set([...PURE, 'vitest', 'node:fs', 'node:path'])

/** @type {Map<string, boolean>} */
const known = new Map()

/** What a file imports. Types of our own files are not imported when it runs; those of a package say what it handles. */
function importsOf(/** @type {string} */ file) {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module
  const isForTypes = (/** @type {{ isType: boolean }[]} */ entries) =>
    entries.length > 0 && entries.every(({ isType }) => isType)
  return new Set([
    ...staticImports
      .filter(({ entries, moduleRequest: { value } }) => !(isOwn(value) && isForTypes(entries)))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  ])
}

const isOwn = (/** @type {string} */ name) => /^(\.|@\/|@salama\/)/.test(name)

/** Where an import of our own leads, or undefined where it leads to somebody else's package. */
function fileOf(/** @type {string} */ name, /** @type {string} */ from) {
  if (name.startsWith('.')) return join(dirname(from), name)
  if (name.startsWith('@/')) return join(ROOT, ...relative(ROOT, from).split('/').slice(0, 2), 'src', name.slice(2))
  return isOwn(name) ? fileURLToPath(import.meta.resolve(name)) : undefined
}

/**
 * Whether neither a file nor what it imports, however far, touches Node.js, React, Next, a network or a database.
 * @returns {boolean}
 */
function isPure(/** @type {string} */ file) {
  const before = known.get(file)
  if (before !== undefined) return before
  known.set(file, true) // files that import each other
  const isAll = file.endsWith('.json') || (file.endsWith('.ts') && importsPure(file, PURE))
  known.set(file, isAll)
  return isAll
}

/**
 * @param {string} file
 * @param {ReadonlySet<string>} packages
 * @returns {boolean}
 */
function importsPure(file, packages) {
  return [...importsOf(file)].every((name) => {
    const own = fileOf(name, file)
    return own === undefined ? packages.has(name) : isPure(own)
  })
}

/** Whether time is the test's own, where the file or the test needs any. */
function isTimed(/** @type {string} */ text) {
  return !/\b(setTimeout|setInterval|performance\.now)\(/.test(text) || text.includes('useFakeTimers')
}

/** Each with its test beside it, as paths from the root. */
export function pureFiles() {
  return globSync('{apps,packages}/*/src/**/*.test.ts', { cwd: ROOT })
    .map((test) => ({ file: test.replace(/\.test\.ts$/, '.ts'), test }))
    .filter(({ file, test }) => {
      if (!existsSync(join(ROOT, file)) || !isPure(join(ROOT, file))) return false
      if (!importsPure(join(ROOT, test), FOR_TESTS)) return false
      const [text, tests] = [file, test].map((path) => readFileSync(join(ROOT, path), 'utf8'))
      return isTimed(`${text}${tests}`)
    })
}
