import { isAllowedUrl } from '@salama/http/outbound'
import type { PushSettings } from './env.ts'

// Push endpoints are sent by browsers, so they are user input, and our server sends requests to them: only those of the
// push services in the settings are accepted, or anybody could have it send requests to any host of the internet.

type Rules = Pick<PushSettings, 'services' | 'testOrigin'>

/** Whether an endpoint is of a known push service; `testOrigin` is exempt. */
export function isAllowedEndpoint(endpoint: string, { services, testOrigin }: Rules): boolean {
  if (isTestEndpoint(endpoint, testOrigin)) return true
  if (!isAllowedUrl(endpoint)) return false
  const { hostname, port } = new URL(endpoint)
  return port === '' && services.some((service) => isOf(hostname, service))
}

/** `*.` stands for one or more names. */
const isOf = (hostname: string, service: string) =>
  service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service

export const isTestEndpoint = (endpoint: string, testOrigin: string | null): boolean =>
  testOrigin !== null && URL.canParse(endpoint) && new URL(endpoint).origin === new URL(testOrigin).origin
