import { pino } from 'pino'
import { LOG_LEVEL } from './env.ts'
import { openOutput } from './output.ts'

/** One JSON line per request or fault; never with a token, cookie, query string, body or e-mail address. */
export const log = pino({ level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, openOutput(1))
