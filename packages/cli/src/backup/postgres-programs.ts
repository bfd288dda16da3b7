import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../processes/src/debian.mjs'
import { Refused } from '../outcome.ts'
import { runProgram } from '../run-program.ts'

const DEBIAN = '/usr/lib/postgresql'

/** Debian's own folders first, the newest: the program of a newer version dumps an older server, and not the other way round. */
export function programOf(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const installed = versions.map((version) => join(DEBIAN, version, 'bin', name)).find((path) => existsSync(path))
  const found = installed ?? findProgram([name])
  if (found === undefined) throw new Refused(`${name} is not installed: apt-get install postgresql-client`)
  return found
}

/** Runs pg_dump or psql over a database. The password is not among the arguments, which everybody on a machine sees. */
export async function runPostgres(name: 'pg_dump' | 'psql', databaseUrl: string, args: string[]): Promise<string> {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password)
  url.password = ''
  return runProgram(programOf(name), [...args, `--dbname=${url.href}`], {
    env: PGPASSWORD ? { PGPASSWORD } : {},
  })
}
