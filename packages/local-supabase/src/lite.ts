import { App, setExperimental } from '@supabase/lite'
import type { Opened } from './database/open.ts'
import { setPasswordCost } from './env.ts'
import { preserveGrants, storeFiles } from './lite-internals.ts'
import { makeBucket, pictureFiles } from './pictures.ts'

export type LiteOptions = {
  url: string
  publishableKey: string
  secretKey: string
  /** Signs the tokens inside this process. */
  insideSecret: string
  /** Where photo files are stored; without it they are lost with the process. */
  picturesDir?: string
  /** The work factor of bcrypt. */
  passwordCost: number
}

/**
 * Supabase's API (PostgREST, GoTrue and Storage) in this process, over one database, with the settings of
 * supabase/config.toml.
 *
 * Both keys must be set: without them lite accepts any. Admin mode would let a request without a key act as
 * service_role, and the studio would be reachable beside the API, so both are off. Migrations are tracked by us, not by
 * lite.
 */
export async function startLite({ connection, database }: Opened, options: LiteOptions) {
  setExperimental('storage', true)
  setPasswordCost(options.passwordCost)
  const app = new App({
    connection,
    api: { schemas: ['api'], extra_search_path: ['extensions'], max_rows: 1000, external_url: options.url },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    storage: { enabled: true, file_size_limit: '2MiB' },
    auth: {
      enabled: true,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      jwt_secret: options.insideSecret,
      jwt_expiry: 3600,
      enable_signup: true,
      minimum_password_length: 8,
      enable_refresh_token_rotation: true,
      refresh_token_reuse_interval: 10,
      enable_anonymous_sign_ins: false,
      email: {
        enable_signup: true,
        enable_confirmations: true,
        otp_expiry: 600,
      },
    },
    options: {
      server: { admin: false, disableStudio: true },
    },
  })
  storeFiles(app, pictureFiles(options.picturesDir))
  await app.init()
  await app.ensureSystemSchema()
  await makeBucket(database)
  preserveGrants(connection)
  return app
}
