import type {
  getIncidentRecord,
  mergeIncident,
  restoreIncident,
  retractIncident,
  splitIncident,
} from '@salama/domain/incident-records/contract'
import type { listNearbyIncidents } from '@salama/domain/incidents/contract'
import { type ReplyOf, roundLocation } from '@salama/domain/shared'
import { type CallRequest, call } from '@salama/http/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateQueues } from '@/review/use-queue.ts'

export type IncidentRecord = ReplyOf<typeof getIncidentRecord>

type Merge = Omit<CallRequest<typeof mergeIncident>['body'], 'version'>

/** An incident as `shown` and as it is `now`; actions refer to the version shown. */
export function useRecord(initial: IncidentRecord) {
  const client = useQueryClient()
  const params = { id: initial.id }
  const key = ['incident-record', initial.id]
  const [shown, setShown] = useState(initial)
  const { data: now, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<typeof getIncidentRecord>('GET /api/incidents/{id}', { params, signal }),
    initialData: initial,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

  /** @throws {CallError} after reloading the current state */
  async function change(calling: Promise<IncidentRecord>): Promise<void> {
    try {
      const record = await calling
      client.setQueryData(key, record)
      setShown(record)
      invalidateQueues(client)
    } catch (error) {
      await refetch()
      throw error
    }
  }
  const { version } = shown
  return {
    shown,
    now,
    hasChanged: now.version !== version,
    seen: () => setShown(now),
    merge: (into: Merge) =>
      change(call<typeof mergeIncident>('POST /api/incidents/{id}/merge', { params, body: { ...into, version } })),
    split: (reason: string) =>
      change(call<typeof splitIncident>('POST /api/incidents/{id}/split', { params, body: { reason, version } })),
    restore: (reason: string) =>
      change(call<typeof restoreIncident>('POST /api/incidents/{id}/restore', { params, body: { reason, version } })),
    retract: (reason: string) =>
      change(call<typeof retractIncident>('POST /api/incidents/{id}/retract', { params, body: { reason, version } })),
  }
}

/** Live incidents nearby of the same category: the merge candidates. */
export function useAround({ id, category, place: { lat, lng } }: IncidentRecord, enabled: boolean) {
  const { data, ...rest } = useQuery({
    queryKey: ['incidents-around', id],
    queryFn: ({ signal }) =>
      call<typeof listNearbyIncidents>('GET /api/incidents/nearby', {
        query: { lat: roundLocation(lat), lng: roundLocation(lng), radiusM: 5000, category, limit: 50 },
        signal,
      }),
    enabled,
  })
  return { ...rest, asOf: data?.asOf, others: data?.data.filter((each) => each.id !== id) }
}
