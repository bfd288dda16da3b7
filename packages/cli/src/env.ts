import { join, resolve } from 'node:path'
import type { ServerAccess } from '@salama/domain/server-rpc'
import { z } from 'zod'
import { ROOT } from '../../processes/src/processes.mjs'
import { serverToken } from '../../processes/src/server-token.mjs'

const schema = z
  .object({
    SUPABASE_URL: z.url().optional(),
    SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
    OPERATOR_SERVER_TOKEN: z.string().min(1).optional(),
    AUTH_JWT_SECRET: z.string().min(32).optional(),
  })
  .refine((env) => env.SUPABASE_URL === undefined || env.SUPABASE_PUBLISHABLE_KEY !== undefined, {
    path: ['SUPABASE_PUBLISHABLE_KEY'],
    error: 'is needed to write to SUPABASE_URL',
  })
  .refine((env) => env.SUPABASE_URL === undefined || (env.OPERATOR_SERVER_TOKEN ?? env.AUTH_JWT_SECRET) !== undefined, {
    path: ['OPERATOR_SERVER_TOKEN'],
    error: 'is needed to write to SUPABASE_URL',
  })

/** The environment, in which an empty variable counts as missing. */
export const givenEnv = () => Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

/** The Supabase project in SUPABASE_URL, or undefined for the local one. */
export function readProjectEnv(): ServerAccess | undefined {
  const parsed = schema.safeParse(givenEnv())
  if (!parsed.success) throw new Error(`The environment is not right:\n${z.prettifyError(parsed.error)}`)
  const {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    AUTH_JWT_SECRET: sharedSecret = '',
  } = parsed.data
  const token = serverToken('operator', { signingKeys: [], sharedSecret })
  return url && publishableKey ? { url, publishableKey, token } : undefined
}

/** For packages and builds, which need none. */
export const withoutSecrets = () =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(DATABASE|REDIS)_URL$|_(PASS|PASSWORD|KEY|TOKEN|SECRET|PEPPER)$/.test(name))
      .map((name) => [name, undefined]),
  )

/** Where backups are, one folder each. */
export const backupDir = (): string => process.env.BACKUP_DIR || join(ROOT, '.backups')

/** The settings so far, of the environment or of salama.env, from which `setup` goes on. */
export const setupEnv = () => ({
  city: process.env.CITY || undefined,
  riderUrl: process.env.SALAMA_RIDER_URL || undefined,
  databaseUrl: process.env.DATABASE_URL || undefined,
  dataDir: resolve(ROOT, process.env.DATA_DIR || '.data'),
  smtpPass: process.env.SMTP_PASS || undefined,
})

/** Where others reach our Supabase, if it is not this machine. */
export const supabaseHost = (): string | undefined => process.env.SUPABASE_HOST || undefined

/** An empty variable counts as missing. */
const text = z.preprocess((raw) => raw || undefined, z.string().optional())

/** What `salama doctor` looks at, as it is: what is wrong with it is for the doctor to say. */
export const doctorEnv = () => {
  const parsed = z
    .object({
      SALAMA_RIDER_URL: text,
      SALAMA_API_URL: text,
      SALAMA_SURVEYOR_URL: text,
      SALAMA_LEARNING_URL: text,
      SALAMA_ADMIN_URL: text,
      SALAMA_AUTH_URL: text,
      TRUST_PROXY: z.coerce.number().default(0),
      HOST: text,
      PORT_BASE: z.coerce.number().default(3000),
      SUPABASE_PORT: z.coerce.number().default(54321),
      SUPABASE_URL: text,
    })
    .safeParse(process.env)
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  return parsed.data
}
