import type { getReportContext } from '@salama/domain/reports/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { looksLikePlate } from '@salama/ui/incidents/plate.ts'
import { useEffect, useState } from 'react'
import { type Draft, type DraftPlace, isSensitive } from './draft.ts'

type Reply = ReplyOf<typeof getReportContext>

/** What is known of a place before sending. `unknown`: the request failed; the server checks when it is sent. */
export type ReportContext = { state: 'asking' | 'unknown' } | ({ state: 'known' } & Reply)

/** Four decimals are about ten metres: a slightly better fix asks nothing new. */
const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4

/** What a place is called, whether it is covered, what is reported there; never asked with a sensitive category. */
export function useReportContext(place: DraftPlace | undefined, { category, vehicle }: Draft): ReportContext {
  const [answer, setAnswer] = useState<{ key: string; context: ReportContext }>()
  const query = place && {
    lat: rounded(place.lat),
    lng: rounded(place.lng),
    ...(category !== undefined && !isSensitive(category) && { category }),
    ...(vehicle !== undefined && looksLikePlate(vehicle.text) && { vehicle: vehicle.text }),
  }
  const key = JSON.stringify(query ?? null)
  useEffect(() => {
    const asked: typeof query = JSON.parse(key) ?? undefined
    if (asked === undefined) return
    const left = new AbortController()
    call<typeof getReportContext>('POST /api/report-context', { body: asked, signal: left.signal }).then(
      (reply) => setAnswer({ key, context: { state: 'known', ...reply } }),
      () => left.signal.aborted || setAnswer({ key, context: { state: 'unknown' } }),
    )
    return () => left.abort()
  }, [key])
  return answer?.key === key ? answer.context : { state: 'asking' }
}
