import { plateKey } from '@salama/ui/incidents/plate.ts'
import { type EntryBody, placeBody } from '@/outbox/content.ts'
import type { Draft } from './draft.ts'

/** A missing sticker has no code to ask for. */
export const codeOf = ({ stickerStatus, stickerCode }: Draft) => (stickerStatus === 'missing' ? '' : stickerCode)

/** The request body without the session. */
export function bodyOf(draft: Draft, capturedAt: string, claimToken: number | null): EntryBody {
  const { plate, fleetName, sacco, routes, capacity, stickerStatus, checks, note, place, notSeen = [] } = draft
  const code = plateKey(codeOf(draft)).replace(/^V/, 'V-')
  const status = stickerStatus ?? (code === '' ? null : 'seen')
  return {
    ...(claimToken !== null && draft.revises === null && { claimToken }),
    ...(draft.revises !== null && { revises: draft.revises }),
    capturedAt,
    vehicle: {
      plate: plate.trim(),
      ...(fleetName.trim() !== '' && { fleetName: fleetName.trim() }),
      ...(sacco && { sacco: sacco.id === null ? { name: sacco.name } : { id: sacco.id } }),
      ...(routes.length > 0 && { routeIds: routes.flatMap(({ id }) => (id === null ? [] : [id])) }),
      ...(capacity.trim() !== '' && { capacity: Number(capacity) }),
      ...(status !== null && {
        sticker: { status, ...(code !== '' && { code }) },
      }),
      ...(Object.keys(checks).length > 0 && { checks }),
      ...(notSeen.length > 0 && { notSeen }),
    },
    ...(place && { place: placeBody(place) }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
}
