import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { z } from 'zod'
import { isCity, knownCities, wholeName } from '../../../processes/src/city.mjs'
import { ROOT } from '../../../processes/src/processes.mjs'
import { checkDatabase } from '../doctor/check-database.ts'
import { backupDir, setupEnv } from '../env.ts'
import { Refused, reporting } from '../outcome.ts'
import { setUp, toInstall, writeFiles } from '../setup/setup.ts'

const Given = z.object({
  domain: z.hostname('--domain takes a name such as salama.example.org, without https://'),
  city: z
    .string()
    .regex(/^[\w./-]+$/, '--city takes a folder of cities/, or the path of one')
    .refine(isCity, `--city: that has no city.json (docs/another-city.md). There are ${knownCities().join(', ')}`)
    .transform(wholeName),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\/[^:@/]+:[^@]+@[^/]+\/.+/, 'DATABASE_URL must be postgres://user:password@host/name'),
  mailFrom: z.email('--mail-from takes an e-mail address'),
  smtpHost: z.string().regex(/^[\w.:-]+$/, '--smtp-host takes the name of a machine'),
  smtpPort: z.coerce.number('--smtp-port takes a number').int().positive(),
  smtpUser: z.string().default(''),
  smtpPass: z.string(),
  data: z.string(),
  backups: z.string(),
  user: z.string().regex(/^[a-z_][\w.-]{0,31}$/, '--user: that is not the name of a user'),
  into: z.string(),
})

/** What has no default. */
const FLAGS = {
  domain: '--domain <name>',
  city: '--city <folder>',
  mailFrom: '--mail-from <address>',
  smtpHost: '--smtp-host <name>',
} as const

/** Asked on a terminal where no option says it. */
const QUESTIONS = {
  domain: 'Domain of the riders’ app, for example salama.example.org',
  city: `City, of ${knownCities().join(', ')}, or the path of a folder`,
  mailFrom: 'Address from which mails come',
  smtpHost: 'Mail server',
  smtpUser: 'Login at the mail server, if it wants one',
} as const
const DATABASE = 'Machine of PostgreSQL, with its port if it is not 5432'

export function registerSetup(salama: Command): void {
  salama
    .command('setup')
    .description('write settings, SQL for the database’s administrator, systemd units and files for nginx and Caddy')
    .option(FLAGS.domain, `${QUESTIONS.domain}; the other apps are below it`)
    .option(FLAGS.city, QUESTIONS.city, setupEnv().city)
    .option(FLAGS.mailFrom, QUESTIONS.mailFrom)
    .option(FLAGS.smtpHost, QUESTIONS.smtpHost)
    .option('--database-host <name>', `${DATABASE}, else this one`)
    .option('--smtp-port <port>', 'of the mail server', '587')
    .option('--smtp-user <name>', QUESTIONS.smtpUser)
    .option('--data <folder>', 'secrets and photos', setupEnv().dataDir)
    .option('--backups <folder>', 'of the nightly backup', backupDir())
    .option('--user <name>', 'that the processes run as', userInfo().username)
    .option('--into <folder>', 'where the files are written', join(ROOT, 'deploy'))
    .option('--again', 'the files of this release for the settings so far, which stay as they are', false)
    .addHelpText('after', SECRETS)
    .addHelpText('after', EXAMPLE)
    .action(({ again, ...options }: Record<string, string> & { again: boolean }) =>
      reporting(async () => (again ? repeat(options) : run(options))),
    )
}

/** Arguments are seen by everybody on a machine. */
const SECRETS = `
The environment gives what nobody else may see: DATABASE_URL=postgres://user:password@host/name of PostgreSQL 15 to 17, else
that of the settings so far or a new one on this machine; and SMTP_PASS, else it is asked on a terminal.`
const EXAMPLE = `
  npx salama setup --domain salama.example.org --city ${knownCities()[0]} --mail-from salama@example.org --smtp-host mail.example.org

It changes nothing outside of the clone, and says at its end what to do next (docs/running.md).`

function repeat({ user: name, into = '' }: Record<string, string>): void {
  const user = valid(Given.shape.user, name)
  const folder = resolve(into)
  if (!existsSync(folder)) {
    console.log(`There is no ${folder} of setup.`)
    return
  }
  const { riderUrl, databaseUrl, dataDir } = setupEnv()
  if (!riderUrl || !databaseUrl) throw new Refused('There are no settings yet: npx salama setup')
  const { hostname: domain } = new URL(riderUrl)
  const changed = writeFiles({ domain, databaseUrl, dataDir, backups: resolve(backupDir()), user }, folder)
  const steps = toInstall(changed, folder)
  console.log(steps ? `This release has other files. As root:\n${steps}` : `${folder} is that of this release.`)
}

async function run(options: Record<string, string>): Promise<void> {
  const { databaseHost, ...answers } = { ...(await ask(options)), ...options }
  const missing = Object.entries(FLAGS).flatMap(([name, flag]) => (answers[name] ? [] : [flag]))
  if (missing.length > 0) throw new Refused(`Missing: ${missing.join(', ')}. On a terminal, setup asks for them.`)
  const database = new URL(valid(Given.shape.databaseUrl, setupEnv().databaseUrl ?? newDatabase()))
  if (databaseHost) database.host = databaseHost
  const given = valid(Given, { databaseUrl: database.href, ...answers })
  const { smtpHost: host, smtpPort: port, smtpUser: login, smtpPass: pass, mailFrom: from, ...rest } = given
  const folders = { dataDir: resolve(rest.data), backups: resolve(rest.backups) }
  console.log(setUp({ ...rest, ...folders, mail: { from, host, port, user: login, pass } }, resolve(rest.into)))
  const faults = (await checkDatabase(rest.databaseUrl)).filter(({ state }) => state === 'fault')
  const lacking = faults.map(({ what }) => `\n  ${what}`).join('')
  console.log(lacking ? `The database before step 3:${lacking}` : 'The database needs no step 3: it is prepared.')
}

const newDatabase = () => `postgres://salama:${randomBytes(18).toString('hex')}@127.0.0.1:5432/salama`

function valid<T>(shape: z.ZodType<T>, given: unknown): T {
  const parsed = shape.safeParse(given)
  if (!parsed.success) throw new Refused(parsed.error.issues.map(({ message }) => message).join('\n'))
  return parsed.data
}

async function ask(options: Record<string, string>): Promise<Record<string, string>> {
  const { smtpPass = '', databaseUrl } = setupEnv()
  const answers: Record<string, string> = { smtpPass }
  if (!process.stdin.isTTY) return answers
  for (const [name, question] of Object.entries(QUESTIONS))
    if (options[name] === undefined) answers[name] = await answerTo(question)
  if (options.databaseHost === undefined && databaseUrl === undefined)
    answers.databaseHost = await answerTo(`${DATABASE}, or Enter for this one`)
  const login = options.smtpUser ?? answers.smtpUser
  if (login && !smtpPass) answers.smtpPass = await answerTo(`Password of ${login}`, { isShown: false })
  return answers
}

/** What is typed is on the screen only if it is shown. */
async function answerTo(question: string, { isShown = true } = {}): Promise<string> {
  process.stdout.write(`${question}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: isShown ? process.stdout : nowhere, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  if (!isShown) process.stdout.write('\n')
  return answer
}
