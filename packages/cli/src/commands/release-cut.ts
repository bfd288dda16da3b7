import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readMigrations } from '@salama/local-supabase/migrations'
import { ROOT } from '../../../processes/src/processes.mjs'
import { failed, Refused, readTyped } from '../outcome.ts'
import { dumpRelease } from '../releases/dump.ts'
import { changedSince, readReleases, writeRelease } from '../releases/releases.ts'

const USAGE = `npm run release:cut -- <version>

  Makes this checkout that release: its version, its day in CHANGELOG.md, and the data with which every later version tries
  its migrations (supabase/releases). From then on no migration that it has may change. Commits nothing.`

const CHANGELOG = `${ROOT}CHANGELOG.md`
const NEXT = '## Unreleased\n'

async function main(): Promise<void> {
  const { positionals } = readTyped(() => parseArgs({ allowPositionals: true }))
  const [version = ''] = positionals
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused(USAGE)
  const changelog = readFileSync(CHANGELOG, 'utf8')
  if (!changelog.includes(NEXT)) throw new Refused(`CHANGELOG.md has no section “${NEXT.trim()}”.`)
  npm('run', '-s', 'db:check')
  const problems = changedSince(readReleases(), readMigrations())
  if (problems.length > 0) throw new Refused(problems.join('\n'))
  const file = writeRelease(await dumpRelease(version))
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(CHANGELOG, changelog.replace(BEFORE_THE_FIRST, '').replace(NEXT, `## ${version}, ${today}\n`))
  npm('version', version, '--workspaces', '--include-workspace-root', '--no-workspaces-update', ...QUIETLY)
  npm('install', '--package-lock-only', '--no-audit', '--no-fund')
  npm('run', '-s', 'openapi', '-w', '@salama/api')
  console.log(`${file}\nNext: npm run test:all, git add --all, git commit -m "Release ${version}", git tag v${version}`)
}

const BEFORE_THE_FIRST = / Nothing is released yet;.*\n\nMigrations become[\s\S]*?(?=\n\n)/

const QUIETLY = ['--no-git-tag-version', '--allow-same-version', '--silent']
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })

main().catch((error: unknown) => failed(error, USAGE))
