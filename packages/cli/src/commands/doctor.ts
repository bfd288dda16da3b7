import { join } from 'node:path'
import type { ServerAccess } from '@salama/domain/server-rpc'
import { readEnv } from '@salama/local-supabase/env'
import type { Command } from 'commander'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkAddresses, checkApps, checkFiles, checkMail, checkTime, isPublic } from '../doctor/check-machine.ts'
import { checkProject } from '../doctor/check-project.ts'
import { type Finding, fault, warning } from '../doctor/finding.ts'
import { backupDir, doctorEnv, givenEnv, readProjectEnv } from '../env.ts'
import { messageOf, reporting } from '../outcome.ts'
import { SETTINGS_FILE } from '../setup/installation.ts'

const MARKS = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' }

export function registerDoctor(salama: Command): void {
  salama
    .command('doctor')
    .description('look at everything that a service needs, and say what mends what is wrong')
    .action(() =>
      reporting(async () => {
        const found = await examine()
        for (const { about, state, what, mend } of found)
          console.log(`${MARKS[state]} ${about}: ${what}${mend ? `\n          → ${mend}` : ''}`)
        if (found.some(({ state }) => state === 'fault')) process.exitCode = 1
      }),
    )
}

export async function examine(): Promise<Finding[]> {
  const read = readSettings()
  if ('about' in read) return [read]
  const { env, settings, project } = read
  const mail = await checkMail(env, isPublic(settings))
  const files = await checkFiles(env.dataDir, backupDir(), [
    SETTINGS_FILE,
    env.dataDir,
    join(env.dataDir, 'secrets.json'),
  ])
  return [
    ...(await checkData(project, env.databaseUrl)),
    ...checkAddresses(settings),
    mail,
    ...files,
    ...(await checkTime()),
    ...(await checkApps(settings)),
  ]
}

function readSettings() {
  try {
    return { env: readEnv(), settings: doctorEnv(), project: readProjectEnv() }
  } catch (error) {
    return fault('settings', messageOf(error), `correct it in ${SETTINGS_FILE} or the environment`)
  }
}

async function checkData(project: ServerAccess | undefined, databaseUrl: string | undefined): Promise<Finding[]> {
  if (project) return checkProject(project, givenEnv())
  if (databaseUrl) return checkDatabase(databaseUrl)
  return [warning('database', 'the embedded one, to try Salama out', 'DATABASE_URL of a PostgreSQL server')]
}
