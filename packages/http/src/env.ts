import { z } from 'zod'

/** How much is logged. `silent` for tests. */
export const LOG_LEVEL = z
  .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  .default('info')
  .parse(process.env.LOG_LEVEL)
