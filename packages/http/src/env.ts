import { z } from 'zod'

/** The log level. `silent` for tests. */
export const LOG_LEVEL = z
  .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  .default('info')
  .parse(process.env.LOG_LEVEL)

/** An optional setting; an empty variable counts as missing. */
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
  /** Origins of other pages that may call the API with an access token, in addition to our apps. */
  CORS_ORIGINS: z.preprocess((raw) => raw || undefined, Origins.default([])),
  /** The number of trusted proxies in front of this process: their forwarded headers are trusted. */
  TRUST_PROXY: z.preprocess((raw) => raw || undefined, z.coerce.number().int().min(0).max(10).default(0)),
  RATE_LIMIT_STORE: z.preprocess(
    (raw) => raw || undefined,
    z
      .string()
      .regex(/^(memory$|(postgres(ql)?|rediss?):\/\/)/)
      .default('memory'),
  ),
  /** Multiplies the rate limits; for load tests. */
  RATE_LIMIT_SCALE: z.preprocess((raw) => raw || undefined, z.coerce.number().positive().default(1)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url()),
  OTEL_SERVICE_NAME: optional(z.string()),
  /** Where this process serves its metrics; without it nothing is measured. */
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65535)),
  METRICS_HOST: z.preprocess((raw) => raw || undefined, z.string().default('127.0.0.1')),
  /** The basemap, a PMTiles archive. */
  BASEMAP_FILE: optional(z.string()),
})

export type Settings = z.infer<typeof Settings>

let parsed: Settings | undefined

/** The settings of the request pipeline. Read at first use, so that a build needs none. */
export function settings(): Settings {
  parsed ??= Settings.parse(process.env)
  return parsed
}
