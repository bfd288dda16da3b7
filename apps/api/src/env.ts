import { z } from 'zod'

/** Addresses that the home page shows. Read per request: one build runs anywhere. */
export const addresses = () =>
  z
    .object({
      APP_URL: z.url().default('http://localhost:3000'),
      SUPABASE_URL: z.url().default('http://127.0.0.1:54321'),
      SUPABASE_PUBLISHABLE_KEY: z.string().default('<publishable key>'),
      SALAMA_RIDER_URL: z.url().optional(),
    })
    .parse(process.env)

/** Hot reload needs `eval`, which the pages of a build never get. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === 'development'
