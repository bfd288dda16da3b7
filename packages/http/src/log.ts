import { pino } from 'pino'
import { LOG_LEVEL } from './env.ts'

/** A write of each line costs a twelfth of a request. What is left is written every tenth of a second, and at exit. */
const buffered = pino.destination({ sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 })

/**
 * The log of an app: one JSON line per request or fault. It must never contain a token, a cookie, a query string, a
 * body or an e-mail address.
 */
export const log = pino({ level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, buffered)
