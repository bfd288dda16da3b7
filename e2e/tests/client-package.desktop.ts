import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { apiAs } from '../support/api.ts'
import { environment, stack } from '../support/env.ts'
import { expect, test } from '../support/test.ts'

// Follows the client's README to the letter, with nothing but Node.js installed.

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '../..')
const { PATH = '', npm_config_cache = join(homedir(), '.npm') } = environment()

type Block = { language: string; text: string }

/** The README's code blocks in order. */
async function blocks(): Promise<Block[]> {
  const readme = await readFile(join(REPOSITORY, 'packages/client/README.md'), 'utf8')
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** Every Node.js on the PATH, and the one that runs this test. */
function nodes(): string[] {
  const found = PATH.split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
  return [...new Set([process.execPath, ...found].map((file) => realpathSync(file)))]
}

test('the README works as written: packed, installed in an empty folder, run by every Node.js here, and type-checked', {
  tag: '@all',
}, async () => {
  test.setTimeout(300_000)
  const amina = await apiAs('amina')
  const made = await amina.POST('/api/v1/api-keys', {
    body: { name: 'README of the client', scopes: ['incidents:read'], expiresInDays: 1, acceptsTerms: true },
  })
  const home = await mkdtemp(join(tmpdir(), 'salama-client-'))
  const env = {
    ...environment(),
    HOME: home,
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache,
    npm_config_prefer_offline: 'true',
    SALAMA_URL: stack().addresses.api,
    SALAMA_KEY: made.data?.key ?? '',
  }
  const sh = (text: string, cwd: string, path = PATH) =>
    run('sh', ['-e', '-c', text], { cwd, env: { ...env, PATH: path } }).then(({ stdout }) => stdout)
  try {
    const [pack, install, ...rest] = await blocks()
    if (!pack || !install) throw new Error('the README does not say how to install it')
    await sh(pack.text, REPOSITORY)
    const program = join(home, 'program')
    await mkdir(program)
    await sh(install.text, program)
    const said = []
    for (const { language, text } of rest) {
      const name = /^\/\/ (\S+)\n/.exec(text)?.[1]
      if (name) await writeFile(join(program, name), text)
      else if (!text.startsWith('node ')) await sh(text, program, `${REPOSITORY}/node_modules/.bin${delimiter}${PATH}`)
      else for (const node of nodes()) said.push(await sh(text, program, `${dirname(node)}${delimiter}${PATH}`))
      expect(['sh', 'js', 'ts']).toContain(language)
    }
    expect(said).toEqual(nodes().map(() => expect.stringMatching(/^\d+ incidents near Koja\n/)))
    const { engines } = JSON.parse(await readFile(join(REPOSITORY, 'packages/client/package.json'), 'utf8'))
    expect(engines).toEqual({ node: '>=20' })
  } finally {
    await rm(home, { recursive: true })
    await amina.DELETE('/api/v1/api-keys/{id}', { params: { path: { id: made.data?.id ?? '' } } })
  }
})
