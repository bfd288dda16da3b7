import { resolve } from 'node:path'
import { z } from 'zod'
import { whyNoDemo, whyPublic } from '../../processes/src/demo.mjs'
import { readOrMakeSecrets } from '../../processes/src/secrets.mjs'
import { ROOT } from './paths.ts'

const port = z.coerce.number().int().min(0).max(65535)

const schema = z.object({
  SUPABASE_PORT: port.default(54321),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().startsWith('sb_publishable_').optional(),
  SUPABASE_SECRET_KEY: z.string().startsWith('sb_secret_').optional(),
  OIDC_ISSUER: z.string().optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.default(587),
  SMTP_USER: z.string().default(''),
  SMTP_PASS: z.string().default(''),
  SMTP_FROM: z.email().optional(),
})

type Env = z.output<typeof schema>

/** The data folder. A relative path is resolved from the repository's root, not from the working directory. */
export function readStorageEnv() {
  const env = read()
  return {
    dataDir: resolve(ROOT, env.DATA_DIR),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
  }
}

/** Why there is no demo here, if there is none, and whether others than the person at this computer may reach it. */
export const readDemoEnv = () => ({ noDemo: whyNoDemo(process.env), isPublic: whyPublic(process.env) !== undefined })

/** The settings of the process, with missing secrets taken from the data folder. */
export function readEnv() {
  const env = read()
  const storage = readStorageEnv()
  const kept = readOrMakeSecrets(storage.dataDir)
  return {
    ...storage,
    port: env.SUPABASE_PORT,
    host: env.HOST,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? kept.publishableKey,
    secretKey: env.SUPABASE_SECRET_KEY ?? kept.secretKey,
    signingKeys: kept.signingKeys,
    deviceSecret: kept.deviceSecret,
    /** Whether the apps sign in people whom an OpenID Connect issuer has verified. */
    hasIssuer: env.OIDC_ISSUER !== undefined,
    ...(env.SMTP_HOST && env.SMTP_FROM
      ? {
          smtp: {
            host: env.SMTP_HOST,
            port: env.SMTP_PORT,
            user: env.SMTP_USER,
            pass: env.SMTP_PASS,
            from: env.SMTP_FROM,
          },
        }
      : {}),
  }
}

/** Treats an empty variable as unset. */
function read(): Env {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Error(`The environment is not right:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** Sets lite's bcrypt work factor, for which it has no option. */
export function setPasswordCost(cost: number): void {
  process.env.LITE_AUTH_BCRYPT_COST = String(cost)
}
