/** Prints the current figures for docs/figures.md: `node scripts/measure-style.mjs`. Dependency-free. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => /\.(ts|tsx|mjs|sql)$/.test(name) && !/(^|\/)(migrations|generated)\//.test(name))
const lines = (/** @type {string} */ name) =>
  readFileSync(name, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
const sum = (/** @type {string[]} */ names) => names.reduce((total, name) => total + lines(name), 0)
const sources = files.filter((name) => /\.tsx?$/.test(name)).map((name) => readFileSync(name, 'utf8'))
const count = (/** @type {RegExp} */ pattern, texts = sources) =>
  texts.reduce((total, text) => total + (text.match(pattern)?.length ?? 0), 0)
/** In a comment `any` is an ordinary word. */
const withoutComments = sources.map((text) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*/g, ''))
const isTest = (/** @type {string} */ name) =>
  /\.test\.tsx?$|(^|\/)(test|testing|e2e)\/|(-in-test|\/testing)\.tsx?$/.test(name)

const handlers = files.filter((name) => /^apps\/api\/app\/api\/v1\/.*route\.ts$/.test(name))
const sizes = handlers.map(lines).sort((a, b) => a - b)
const machinery = files.filter(
  (name) =>
    !isTest(name) &&
    (/^packages\/(http|session)\/src\//.test(name) ||
      /^packages\/domain\/src\/(machinery|shared)\//.test(name) ||
      name === 'packages/domain/src/openapi.ts'),
)
const [largest] = files.filter((name) => !isTest(name)).sort((a, b) => lines(b) - lines(a))

console.log(`| measure | now |
|---|---|
| lines per route handler (median of ${handlers.length}) | ${sizes[Math.floor(sizes.length / 2)]} |
| machinery lines (http, session, operation, callRpc, errors, OpenAPI) | ${sum(machinery)} |
| \`any\`, ts-ignore, ts-expect-error | ${count(/: any(?=\s*[;,)=|\]>}])|as any(?=\s*[;,)=|\]>}.]|$)|<any>/gm, withoutComments) + count(/@ts-ignore|@ts-expect-error/g)} |
| skipped or only tests | ${count(/\b(it|test|describe)\.(skip|only|todo)\(/g)} |
| largest hand-written file | ${largest && `\`${largest}\`, ${lines(largest)} lines`} |
| lines of TypeScript and SQL, without tests | ${sum(files.filter((name) => !isTest(name)))} |
| lines of tests | ${sum(files.filter(isTest))} |`)

/** Lines that are not empty, and files. */
const inAll = (/** @type {string[]} */ names) =>
  names.length > 0 ? `${sum(names).toLocaleString('en')} in ${names.length.toLocaleString('en')}` : '–'
const isSql = (/** @type {string} */ name) => name.endsWith('.sql')
/** @param {string} part @param {string[]} names */
const row = (part, names) => {
  const product = names.filter((name) => !isTest(name))
  const kinds = [product.filter((name) => !isSql(name)), product.filter(isSql), names.filter(isTest)]
  return `| ${part} | ${kinds.map(inAll).join(' | ')} |`
}
const byPart = Map.groupBy(
  files.filter((name) => name.includes('/')),
  (name) => /^(apps|packages|supabase)\/[^/]+|^[^/]+/.exec(name)?.[0] ?? '',
)
const parts = [...byPart].sort(([a], [b]) => a.localeCompare(b))
console.log(['', '| part | product | SQL | tests |', '|---|---|---|---|'].join('\n'))
for (const [part, names] of parts) console.log(row(`\`${part}\``, names))
console.log(row('all', [...byPart.values()].flat()))
