import type { ReportBody, ReportReceived } from '@salama/domain/reports/contract'
import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import { askServer, type Refusal } from '@salama/outbox/ask-server.ts'
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

/** A megabyte at 10 kB/s. */
const PHOTO_TIMEOUT_MS = 120_000

const ProblemBody = mini.object({
  errors: mini.optional(mini.array(mini.object({ path: mini.string() }))),
  location: mini.optional(mini.object({ serviceArea: mini.nullable(mini.string()) })),
})

/** A newer server may know more codes than this page. */
function problemOf({ code, retryAfterS, body }: Refusal): SendProblem {
  const said = ProblemBody.safeParse(body).data
  return {
    code: code === 'network' || isErrorSlug(code) ? code : 'internal',
    paths: said?.errors?.map((error) => error.path) ?? [],
    retryAfterS,
    serviceArea: said?.location?.serviceArea ?? null,
  }
}

export const isProblem = (answer: Received | SendProblem): answer is SendProblem => 'code' in answer

/** Sends a report and waits for the server's word. Never throws. */
export async function sendReport(
  body: z.input<typeof ReportBody>,
  account: string | null = null,
): Promise<Received | SendProblem> {
  const answer = await askServer('/api/report-incident', { account, body })
  return answer.ok ? (answer.reply as Received) : problemOf(answer) // our own route checked it against the contract
}

/** Sends a photo of a report that has arrived; null when the server has it. Never throws. */
export async function sendPhoto(
  reportId: string,
  photoId: string,
  photo: Blob,
  account: string | null,
): Promise<SendProblem | null> {
  const url = `/api/report-incident/${reportId}/photos?photoId=${photoId}`
  const answer = await askServer(url, { account, body: photo, timeoutMs: PHOTO_TIMEOUT_MS })
  return answer.ok ? null : problemOf(answer)
}
