import type { ReportBody, ReportReceived } from '@salama/domain/reports/contract'
import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import type { z } from 'zod'
import * as mini from 'zod/mini'

export type Received = z.infer<typeof ReportReceived>

/** Why a report is not there yet. `network`: no answer came, so it may or may not have arrived; sending it again is safe. */
export type SendProblem = {
  code: ErrorSlug | 'network'
  paths: string[]
  retryAfterS: number | null
  serviceArea: string | null
}

const TIMEOUT_MS = 30_000

const ProblemBody = mini.object({
  code: mini.unknown(),
  errors: mini.optional(mini.array(mini.object({ path: mini.string() }))),
  location: mini.optional(mini.object({ serviceArea: mini.nullable(mini.string()) })),
})

const problem = (code: SendProblem['code'], more: Partial<SendProblem> = {}): SendProblem => ({
  code,
  paths: [],
  retryAfterS: null,
  serviceArea: null,
  ...more,
})

/** Something between us and the server may answer in its place, and a newer server may know more codes than this page. */
async function readProblem(response: Response): Promise<SendProblem> {
  const body = ProblemBody.safeParse(await response.json().catch(() => null)).data
  if (!isErrorSlug(body?.code)) return problem(response.status >= 500 ? 'unavailable' : 'internal')
  return problem(body.code, {
    paths: body.errors?.map((error) => error.path) ?? [],
    retryAfterS: Number(response.headers.get('retry-after')) || null,
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
