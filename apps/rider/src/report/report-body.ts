import type { ReportBody } from '@salama/domain/reports/contract'
import { WORST_ACCURACY_M } from '@salama/ui/gps.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import type { z } from 'zod'
import { asksInjury, type Draft, privacyOf, privacyOfDraft } from './draft.ts'
import { nextStep } from './steps.ts'

export type Body = z.input<typeof ReportBody>

/** The request body of a draft, the same each time so that a retry is recognized; null while an answer is missing. */
export function reportBody(draft: Draft): Body | null {
  const { id, category, place, vehicle, injury } = draft
  if (nextStep(draft) !== 'send' || category === undefined || place === undefined) return null
  const note = draft.note.trim()
  const occurredAt = draft.happenedAt === '' ? draft.startedAt : new Date(draft.happenedAt).toISOString()
  return {
    id,
    category,
    place: placeOf(place),
    ...(asksInjury(category) && injury !== undefined && { injury }),
    ...(vehicle !== undefined && vehicle.text.trim() !== '' && { vehicle: { identifier: formatPlate(vehicle.text) } }),
    ...(note !== '' && { note }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(privacyOfDraft(draft) !== privacyOf(category) && { visibility: draft.visibility }),
  }
}

const sixDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function placeOf(place: NonNullable<Draft['place']>): Body['place'] {
  if (place.kind === 'stop') return { stopId: place.id }
  const accuracyM = Math.min(Math.round(place.accuracyM), WORST_ACCURACY_M)
  return { lat: sixDecimals(place.lat), lng: sixDecimals(place.lng), accuracyM }
}
