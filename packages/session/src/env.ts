import { isAllowedUrl } from '@salama/http/outbound'
import { z } from 'zod'

// Read at first use and not at import, so that a build needs no settings and no URL is inlined.

/** An optional setting; an empty variable counts as missing. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional())

const Secret = z.string().min(32, 'at least 32 characters')

/** How access tokens are verified: with one shared secret, or with the keys that an issuer publishes. */
export type TokenRules = { audience: string } & (
  | { secret: string; issuer: string | undefined }
  | { jwksUrl: string; issuer: string }
)

const TokenEnv = z
  .object({
    AUTH_JWT_SECRET: optional(Secret),
    AUTH_JWKS_URL: optional(z.url()),
    AUTH_AUDIENCE: z.string().min(1).default('authenticated'),
    AUTH_ISSUER: optional(z.string().min(1)),
  })
  .transform((env, context): TokenRules => {
    const { AUTH_AUDIENCE: audience, AUTH_ISSUER: issuer } = env
    if (env.AUTH_JWKS_URL !== undefined) {
      if (issuer !== undefined) return { audience, issuer, jwksUrl: env.AUTH_JWKS_URL }
      context.addIssue({ code: 'custom', path: ['AUTH_ISSUER'], message: 'needed together with AUTH_JWKS_URL' })
      return z.NEVER
    }
    if (env.AUTH_JWT_SECRET !== undefined) return { audience, issuer, secret: env.AUTH_JWT_SECRET }
    context.addIssue({ code: 'custom', path: ['AUTH_JWT_SECRET'], message: 'this or AUTH_JWKS_URL is needed' })
    return z.NEVER
  })

/** @throws {z.ZodError} when the settings lack a key that verifies tokens */
export const tokenRules = (source: Record<string, string | undefined> = process.env): TokenRules =>
  TokenEnv.parse(source)

const isOnThisMachine = (url: string) => ['localhost', '127.0.0.1'].includes(new URL(url).hostname)

/** Plain http only on this machine: whoever can change an issuer's responses can sign in as anybody. */
const IssuerUrl = z.url().refine((text) => {
  const { protocol } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(text))
}, 'needs https')

/** Signing in with an OpenID Connect issuer. */
export type IssuerRules = {
  url: string
  clientId: string
  clientSecret: string | undefined
  name: string
  /** Whether it may be in a private network. */
  allowPrivate: boolean
}

const IssuerEnv = z
  .object({
    OIDC_ISSUER: optional(IssuerUrl),
    OIDC_CLIENT_ID: optional(z.string()),
    OIDC_CLIENT_SECRET: optional(z.string()),
    OIDC_NAME: optional(z.string().max(60)),
    OIDC_PRIVATE: z.preprocess((raw) => raw || undefined, z.enum(['on', 'off']).default('off')),
  })
  .transform((env, context): IssuerRules | null => {
    if (env.OIDC_ISSUER === undefined) return null
    const url = env.OIDC_ISSUER.replace(/\/$/, '')
    if (env.OIDC_CLIENT_ID === undefined) {
      context.addIssue({ code: 'custom', path: ['OIDC_CLIENT_ID'], message: 'needed together with OIDC_ISSUER' })
      return z.NEVER
    }
    const allowPrivate = env.OIDC_PRIVATE === 'on' || isOnThisMachine(url)
    if (!isAllowedUrl(url, { allowPrivate })) {
      context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message: 'must be public, or OIDC_PRIVATE=on' })
      return z.NEVER
    }
    const name = env.OIDC_NAME ?? new URL(url).hostname
    return { url, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET, name, allowPrivate }
  })

/** @throws {z.ZodError} when the issuer's settings are incomplete. Null: there is no issuer */
export const issuerRules = (source: Record<string, string | undefined> = process.env): IssuerRules | null =>
  IssuerEnv.parse(source)

const AppEnv = z.object({
  APP_NAME: z.enum(['rider', 'surveyor', 'learning', 'admin', 'api']),
  APP_URL: z.url(),
  SESSION_SECRET: Secret,
  SUPABASE_URL: z.url(),
  /** Where other programs reach Auth, if not there. */
  SALAMA_AUTH_URL: optional(z.url()),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SUPABASE_SECRET_KEY: optional(z.string()),
  MAILBOX_URL: optional(z.url()),
  /** Where people ask about a suspended account. */
  SUPPORT_EMAIL: optional(z.email()),
  SALAMA_API_URL: optional(z.url()),
  SALAMA_RIDER_URL: optional(z.url()),
  SALAMA_SURVEYOR_URL: optional(z.url()),
  SALAMA_LEARNING_URL: optional(z.url()),
  SALAMA_ADMIN_URL: optional(z.url()),
})

export type AppEnv = z.infer<typeof AppEnv>

let parsed: AppEnv | undefined

/** The settings of this web app. */
export function appEnv(): AppEnv {
  parsed ??= AppEnv.parse(process.env)
  return parsed
}

/** next-auth takes its own URL from this variable alone; an issuer sends browsers back there. */
export function setNextAuthUrl(): void {
  process.env.NEXTAUTH_URL = appEnv().APP_URL
}

/** Hot reload needs `eval` and a web socket; production pages must not have them. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === 'development'
