import { z } from 'zod'

const schema = z
  .object({ SUPABASE_URL: z.url().optional(), SUPABASE_SECRET_KEY: z.string().min(1).optional() })
  .refine((env) => env.SUPABASE_URL === undefined || env.SUPABASE_SECRET_KEY !== undefined, {
    path: ['SUPABASE_SECRET_KEY'],
    error: 'is needed to write to SUPABASE_URL',
  })

/** The Supabase project in SUPABASE_URL, or undefined for the local one. */
export function readProjectEnv(): { url: string; secretKey: string } | undefined {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Error(`The environment is not right:\n${z.prettifyError(parsed.error)}`)
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = parsed.data
  return url && secretKey ? { url, secretKey } : undefined
}
