import { z } from 'zod'

/** How much is logged. `silent` for tests. */
export const LOG_LEVEL = z
  .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  .default('info')
  .parse(process.env.LOG_LEVEL)

/** A setting that may be missing; an empty variable counts as missing. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional())

const Origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.url().transform((url) => new URL(url).origin)))

const Settings = z.object({
  APP_NAME: z.string().default('app'),
  APP_URL: optional(z.url()),
  SALAMA_API_URL: optional(z.url()),
  SALAMA_RIDER_URL: optional(z.url()),
  SALAMA_SURVEYOR_URL: optional(z.url()),
  SALAMA_LEARNING_URL: optional(z.url()),
  SALAMA_ADMIN_URL: optional(z.url()),
  /** Origins of other pages that may call the API with an access token, beside our apps. */
  CORS_ORIGINS: z.preprocess((raw) => raw || undefined, Origins.default([])),
  /** How many proxies in front of this process are ours: their words about where a request comes from are believed. */
  TRUST_PROXY: z.preprocess((raw) => raw || undefined, z.coerce.number().int().min(0).max(10).default(0)),
  RATE_LIMIT_STORE: z.preprocess(
    (raw) => raw || undefined,
    z
      .string()
      .regex(/^(memory$|(postgres(ql)?|rediss?):\/\/)/)
      .default('memory'),
  ),
  /** Multiplies what is allowed; for load tests. */
  RATE_LIMIT_SCALE: z.preprocess((raw) => raw || undefined, z.coerce.number().positive().default(1)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url()),
  OTEL_SERVICE_NAME: optional(z.string()),
})

export type Settings = z.infer<typeof Settings>

let parsed: Settings | undefined

/** The settings of what every request goes through. Read at first use, so that a build needs none. */
export function settings(): Settings {
  parsed ??= Settings.parse(process.env)
  return parsed
}
