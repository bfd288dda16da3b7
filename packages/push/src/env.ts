import { z } from 'zod'

/** The push services of browsers: Chrome and others, Firefox, Edge, Safari. */
const SERVICES = 'fcm.googleapis.com *.push.services.mozilla.com *.notify.windows.com *.push.apple.com'

/** An optional setting; an empty variable counts as missing. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional())

const Env = z.object({
  VAPID_PUBLIC_KEY: optional(z.string().regex(/^[\w-]{87}$/)),
  VAPID_PRIVATE_KEY: optional(z.string().regex(/^[\w-]{43}$/)),
  /** How a push service can reach the operator: `mailto:` or an https URL. */
  VAPID_SUBJECT: z.preprocess((raw) => raw || undefined, z.url().default('mailto:alerts@salama.test')),
  /** The hosts that messages are sent to; `*.` stands for one or more names. */
  PUSH_SERVICES: z.preprocess(
    (raw) => raw || SERVICES,
    z
      .string()
      .transform((text) =>
        text
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/, 'host names, or *.example.org'))),
  ),
  /** One origin that may be a private one; only for tests. */
  PUSH_TEST_ORIGIN: optional(z.url()),
})

export type PushSettings = {
  /** The server's key pair (RFC 8292), base64url; null: Web Push is turned off. */
  vapid: { publicKey: string; privateKey: string; subject: string } | null
  /** The hosts of push services. */
  services: readonly string[]
  testOrigin: string | null
}

/** The settings of this process. Read when they are needed, because a build has none. */
export function pushSettings(source: Record<string, string | undefined> = process.env): PushSettings {
  const env = Env.parse(source)
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  return {
    vapid: publicKey && privateKey ? { publicKey, privateKey, subject } : null,
    services: env.PUSH_SERVICES,
    testOrigin: env.PUSH_TEST_ORIGIN ?? null,
  }
}
