import type { ReportBody, ReportReceived } from '@salama/domain/reports/contract'
import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import { ACCOUNT_HEADER, NO_ACCOUNT } from '@salama/outbox/account.ts'
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
/** A megabyte at 10 kB/s. */
const PHOTO_TIMEOUT_MS = 120_000

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

const isOk = (answer: Response | SendProblem): answer is Response => answer instanceof Response

export const isProblem = (answer: Received | SendProblem): answer is SendProblem => 'code' in answer

/** One request; for `account`, see packages/outbox/src/account.ts. Never throws. */
async function post(url: string, body: BodyInit, type: string, account: string | null, timeoutMs: number) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': type,
        accept: 'application/json',
        [ACCOUNT_HEADER]: account ?? NO_ACCOUNT,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? response : await readProblem(response)
  } catch {
    return problem('network')
  }
}

/** Sends a report and waits for the server's word. Never throws. */
export async function sendReport(
  body: z.input<typeof ReportBody>,
  account: string | null = null,
): Promise<Received | SendProblem> {
  const answer = await post('/api/report-incident', JSON.stringify(body), 'application/json', account, TIMEOUT_MS)
  if (!isOk(answer)) return answer
  try {
    const received: Received = await answer.json() // our own route checked it against the contract
    return received
  } catch {
    return problem('network')
  }
}

/** Sends a photo of a report that has arrived; null when the server has it. Never throws. */
export async function sendPhoto(
  reportId: string,
  photoId: string,
  photo: Blob,
  account: string | null,
): Promise<SendProblem | null> {
  const url = `/api/report-incident/${reportId}/photos?photoId=${photoId}`
  const answer = await post(url, photo, photo.type, account, PHOTO_TIMEOUT_MS)
  return isOk(answer) ? null : answer
}
