'use client'

import type { listNearbyIncidents } from '@salama/domain/incidents'
import { ask } from '@salama/ui/ask.ts'
import { useQuery } from '@tanstack/react-query'
import type { IncidentRecord } from './use-record.ts'

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
