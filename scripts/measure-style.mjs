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
const isTest = (/** @type {string} */ name) => /\.test\.tsx?$|(^|\/)(test|e2e)\//.test(name)

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
