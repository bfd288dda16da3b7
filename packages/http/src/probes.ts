import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from './env.ts'

/** Answers `/healthz`, which asks whether this process lives: before all else, so that an overloaded one is not ended. */
export function answerLiveness({ url }: IncomingMessage, response: ServerResponse): boolean {
  if (url !== '/healthz') return false
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-store')
  response.end('{"status":"ok"}')
  return true
}

/** Hands `/readyz`, which asks whether requests will succeed, to the operation that knows it. */
export function routeReadiness(request: IncomingMessage): void {
  if (request.url !== '/readyz') return
  request.url = `${settings().APP_NAME === 'api' ? '/api/v1/health' : '/api/health'}?ready=true`
}
