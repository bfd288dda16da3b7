import type { ReportBody, ReportReceived } from '@salama/domain/reports/contract'
import type { ErrorSlug, Location } from '@salama/domain/shared'
import type { z } from 'zod'

export type Received = z.infer<typeof ReportReceived>

/** Why a report is not there yet. `network`: no answer came, so it may or may not have arrived; sending it again is safe. */
export type SendProblem = {
  code: ErrorSlug | 'network'
  paths: string[]
  retryAfterS: number | null
  serviceArea: string | null
}

const TIMEOUT_MS = 30_000

type ProblemBody = { code: ErrorSlug; errors?: { path: string }[]; location?: z.infer<typeof Location> }

const problem = (code: SendProblem['code'], more: Partial<SendProblem> = {}): SendProblem => ({
  code,
  paths: [],
  retryAfterS: null,
  serviceArea: null,
  ...more,
})

async function readProblem(response: Response): Promise<SendProblem> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json'))
    return problem(response.status >= 500 ? 'unavailable' : 'internal')
  const body: ProblemBody = await response.json() // a problem of our own route, see packages/http
  const retryAfterS = Number(response.headers.get('retry-after')) || null
  return problem(body.code, {
    paths: body.errors?.map((error) => error.path) ?? [],
    retryAfterS,
    serviceArea: body.location?.serviceArea ?? null,
  })
}

/** Sends a report and waits for the server's word. Never throws. */
export async function sendReport(body: z.input<typeof ReportBody>): Promise<Received | SendProblem> {
  try {
    const response = await fetch('/api/report-incident', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) return await readProblem(response)
    const received: Received = await response.json() // our own route checked it against the contract
    return received
  } catch {
    return problem('network')
  }
}
