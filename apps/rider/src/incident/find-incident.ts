import { getIncident, type IncidentDetail } from '@salama/domain/incidents'
import { DomainError } from '@salama/domain/shared'
import { getCaller } from '@salama/session'
import { cache } from 'react'
import { z } from 'zod'

const Gone = z.object({ reason: z.string(), mergedInto: z.uuid().nullable() })

/** An incident; or why it is no more, with the one that it went into; or null: there is none that may be seen. */
export type Found = { incident: z.infer<typeof IncidentDetail> } | { gone: z.infer<typeof Gone> } | null

/** Reads an incident for the one who is looking, once per request. */
export const findIncident = cache(async (id: string): Promise<Found> => {
  if (!z.uuid().safeParse(id).success) return null
  try {
    return { incident: await getIncident(await getCaller(), { id }) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.slug === 'not_found') return null
    if (error.slug === 'incident_gone') return { gone: Gone.parse(error.detail) }
    throw error
  }
})
