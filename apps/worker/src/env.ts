import { mayReachPrivate, serverToken } from '@salama/domain/env'
import { isAllowedUrl } from '@salama/http/outbound'
import { pushSettings } from '@salama/push/env.ts'
import { z } from 'zod'
import type { Settings } from './tasks.ts'
import type { WebhookSettings } from './webhook/send-webhook.ts'

const port = z.coerce.number().int().min(0).max(65535)

const Env = z.object({
  WORKER_PORT: port.default(3005),
  HOST: z.string().default('127.0.0.1'),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SALAMA_RIDER_URL: z.url(),
  SALAMA_ADMIN_URL: z.url().optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.default(587),
  SMTP_USER: z.string().default(''),
  SMTP_PASS: z.string().default(''),
  SMTP_FROM: z.email().optional(),
  MAILBOX_URL: z.url().optional(),
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,88}={0,2}( whsec_[A-Za-z0-9+/]{32,88}={0,2})*$/,
      'must be whsec_ and base64 of 24 to 64 bytes',
    )
    .optional(),
  ALERT_WEBHOOK_PRIVATE: z.enum(['on', 'off']).default('off'),
})
type Env = z.output<typeof Env>

/** The settings of this process. An empty variable counts as missing. */
export function readSettings(
  source: Record<string, string | undefined> = process.env,
): Settings & { port: number; host: string } {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new Error(`The environment is not right:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  return {
    port: env.WORKER_PORT,
    host: env.HOST,
    riderUrl: env.SALAMA_RIDER_URL.replace(/\/$/, ''),
    consoleUrl: env.SALAMA_ADMIN_URL,
    smtp: smtpOf(env),
    mailbox: mailboxOf(env),
    webhook: webhookOf(env),
    privateWebhooks: mayReachPrivate(),
    push: pushSettings(source),
  }
}

const smtpOf = ({ SMTP_HOST: host, SMTP_PORT, SMTP_USER: user, SMTP_PASS: pass, SMTP_FROM: from }: Env) =>
  host && from ? { host, port: SMTP_PORT, user, pass, from } : undefined

const mailboxOf = ({ MAILBOX_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey }: Env) =>
  url === undefined ? undefined : { url, publishableKey, token: serverToken }

function webhookOf(env: Env): WebhookSettings | undefined {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret, ALERT_WEBHOOK_PRIVATE } = env
  if (url === undefined) return undefined
  if (secret === undefined) throw new Error('ALERT_WEBHOOK_SECRET is needed together with ALERT_WEBHOOK_URL')
  const settings = { url, secrets: secret.split(' '), allowPrivate: ALERT_WEBHOOK_PRIVATE === 'on' }
  if (!isAllowedUrl(settings.url, settings))
    throw new Error('ALERT_WEBHOOK_URL must be https and public, or ALERT_WEBHOOK_PRIVATE=on')
  return settings
}
