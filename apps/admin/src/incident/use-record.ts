'use client'

import type { getIncidentRecord } from '@salama/domain/incident-records'
import type { listNearbyIncidents } from '@salama/domain/incidents'
import { ask } from '@salama/ui/ask.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetQueues } from '@/review/use-queue.ts'

export type IncidentRecord = Awaited<ReturnType<typeof getIncidentRecord>>

/** What is done with an incident, and what goes along beside the version that was shown. */
type IncidentAct =
  | { act: 'retract' | 'split'; reason: string }
  | { act: 'merge'; reason: string; into: string; intoVersion: number }

/** An incident as it was `shown` and as it is `now`; what is done is about the one that was shown. */
export function useRecord(initial: IncidentRecord) {
  const client = useQueryClient()
  const key = ['incident-record', initial.id]
  const [shown, setShown] = useState(initial)
  const { data: now, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask<IncidentRecord>(`/api/incidents/${initial.id}`, { signal }),
    initialData: initial,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

  /** @throws {AskProblem} and then what is so now has been read */
  async function act({ act: name, ...said }: IncidentAct): Promise<void> {
    try {
      const path = `/api/incidents/${initial.id}/${name}` as const
      const record = await ask<IncidentRecord>(path, { method: 'POST', body: { ...said, version: shown.version } })
      client.setQueryData(key, record)
      setShown(record)
      forgetQueues(client)
    } catch (error) {
      await refetch()
      throw error
    }
  }
  return { shown, now, hasChanged: now.version !== shown.version, seen: () => setShown(now), act }
}

type Nearby = Awaited<ReturnType<typeof listNearbyIncidents>>

/** The live incidents around one, of the same kind: those that it could become a part of. */
export function useAround({ id, category, place: { lat, lng } }: IncidentRecord, enabled: boolean) {
  const { data, ...rest } = useQuery({
    queryKey: ['incidents-around', id],
    queryFn: ({ signal }) =>
      ask<Nearby>(`/api/incidents/nearby?lat=${lat}&lng=${lng}&radiusM=5000&category=${category}&limit=50`, { signal }),
    enabled,
  })
  return { ...rest, asOf: data?.asOf, others: data?.data.filter((each) => each.id !== id) }
}
