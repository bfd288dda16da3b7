import { pino } from 'pino'
import { LOG_LEVEL } from './env.ts'
import { openOutput } from './output.ts'

/**
 * The log of an app: one JSON line per request or fault. It must never contain a token, a cookie, a query string, a
 * body or an e-mail address.
 */
export const log = pino({ level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, openOutput(1))
