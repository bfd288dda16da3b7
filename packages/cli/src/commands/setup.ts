import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseEnv } from 'node:util'
import type { Command } from 'commander'
import { z } from 'zod'
import { ROOT } from '../../../processes/src/processes.mjs'
import { Refused, reporting } from '../outcome.ts'
import { SETTINGS_FILE } from '../setup/installation.ts'
import { setUp } from '../setup/setup.ts'

const Given = z.object({
  domain: z.hostname(),
  city: z.string().regex(/^[a-z0-9-]+$/, 'is the name of a folder of cities/'),
  database: z
    .string()
    .regex(/^postgres(ql)?:\/\/[^:@/]+:[^@]+@[^/]+\/.+/, 'must be postgres://user:password@host/name'),
  mailFrom: z.email(),
  smtpHost: z.string().min(1),
  smtpPort: z.coerce.number().int().positive(),
  smtpUser: z.string(),
  smtpPass: z.string(),
  data: z.string(),
  backups: z.string(),
  user: z.string(),
  into: z.string(),
})

/** Asked on a terminal where no option says it. */
const QUESTIONS = {
  domain: 'Domain of the riders’ app, for example salama.example.org',
  mailFrom: 'Address from which mails come',
  smtpHost: 'Mail server',
} as const

export function registerSetup(salama: Command): void {
  salama
    .command('setup')
    .description('write settings, SQL for the database’s administrator, systemd units and files for nginx and Caddy')
    .option('--domain <name>', `${QUESTIONS.domain}; the other apps are below it`)
    .option('--city <folder>', 'of cities/', 'nairobi')
    .option(
      '--database <url>',
      'of PostgreSQL 15 to 17; else that of the settings so far, or a new one on this machine',
    )
    .option('--mail-from <address>', QUESTIONS.mailFrom)
    .option('--smtp-host <name>', QUESTIONS.smtpHost)
    .option('--smtp-port <port>', 'of the mail server', '587')
    .option('--smtp-user <name>', 'login at the mail server', '')
    .option('--smtp-pass <password>', 'of that login', '')
    .option('--data <folder>', 'secrets and photos', join(ROOT, '.data'))
    .option('--backups <folder>', 'of the nightly backup', join(ROOT, '.backups'))
    .option('--user <name>', 'that the processes run as', userInfo().username)
    .option('--into <folder>', 'where the files are written', join(ROOT, 'deploy'))
    .action((options: Record<string, string>) => reporting(() => run(options)))
}

async function run(options: Record<string, string>): Promise<void> {
  const database = databaseSoFar() ?? `postgres://salama:${randomBytes(18).toString('hex')}@127.0.0.1:5432/salama`
  const parsed = Given.safeParse({ database, ...(await ask(options)), ...options })
  if (!parsed.success) throw new Refused(z.prettifyError(parsed.error))
  const { domain, city, user, smtpHost, smtpPort, smtpUser, smtpPass, mailFrom, data, backups, into } = parsed.data
  const mail = { from: mailFrom, host: smtpHost, port: smtpPort, user: smtpUser, pass: smtpPass }
  const [dataDir, backupDir] = [resolve(data), resolve(backups)]
  console.log(
    setUp({ domain, city, databaseUrl: parsed.data.database, dataDir, backups: backupDir, mail, user }, resolve(into)),
  )
}

/** The role of the database has this password by now; another one would not let the service in. */
const databaseSoFar = () =>
  existsSync(SETTINGS_FILE) ? parseEnv(readFileSync(SETTINGS_FILE, 'utf8')).DATABASE_URL : undefined

async function ask(options: Record<string, string>): Promise<Record<string, string>> {
  const missing = Object.entries(QUESTIONS).filter(([name]) => options[name] === undefined)
  if (missing.length === 0 || !process.stdin.isTTY) return {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answers: Record<string, string> = {}
  for (const [name, question] of missing) answers[name] = await terminal.question(`${question}: `)
  terminal.close()
  return answers
}
