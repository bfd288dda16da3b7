import type { addReportPhoto } from '@salama/domain/photos/contract'
import type { addToReport } from '@salama/domain/receipts/contract'
import type { ReportBody, ReportReceived, reportIncident } from '@salama/domain/reports/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { SEND_TIMEOUT_MS } from '@salama/outbox/items.ts'
import type { z } from 'zod'

export type Received = z.infer<typeof ReportReceived>

/** Why a report was not sent. `network`: there was no response, so it may have been received; a retry is safe. */
export type SendProblem = {
  code: Problem['code']
  paths: string[]
  retryAfterS: number | null
  serviceArea: string | null
}

/** A megabyte at 10 kB/s. */
export const PHOTO_TIMEOUT_MS = 120_000

const asSendProblem = ({ code, retryAfterS, fields, detail: { location } }: Problem): SendProblem => ({
  code,
  paths: fields.map(({ path }) => path),
  retryAfterS,
  serviceArea: serviceAreaOf(Object(location)),
})

const serviceAreaOf = ({ serviceArea }: Record<string, unknown>) =>
  typeof serviceArea === 'string' ? serviceArea : null

export const isProblem = (answer: Received | SendProblem): answer is SendProblem => 'code' in answer

/** Sends a report and waits for the response. Never throws. */
export async function sendReport(
  body: z.input<typeof ReportBody>,
  account: string | null,
): Promise<Received | SendProblem> {
  const result = await tryCall<typeof reportIncident>('POST /api/report-incident', {
    account,
    body,
    timeoutMs: SEND_TIMEOUT_MS,
  })
  return result.ok ? result.reply : asSendProblem(result.problem)
}

/** Sends a photo of a received report; null on success. Never throws. */
export async function sendPhoto(
  reportId: string,
  photoId: string,
  photo: Blob,
  account: string | null,
): Promise<SendProblem | null> {
  const result = await tryCall<typeof addReportPhoto>('POST /api/report-incident/{id}/photos', {
    params: { id: reportId },
    query: { photoId },
    account,
    body: photo,
    timeoutMs: PHOTO_TIMEOUT_MS,
  })
  return result.ok ? null : asSendProblem(result.problem)
}

/** What is added to a report: text, a vehicle, or both. */
export type Addition = { words?: string; vehicle?: string }

/** Sends an addition to a received report; null on success. Never throws. */
export async function sendAddition(
  reportId: string,
  id: string,
  addition: Addition,
  account: string | null,
): Promise<SendProblem | null> {
  const result = await tryCall<typeof addToReport>('POST /api/report-additions/{reportId}', {
    params: { reportId },
    account,
    body: { ...addition, id },
    timeoutMs: SEND_TIMEOUT_MS,
  })
  return result.ok ? null : asSendProblem(result.problem)
}
