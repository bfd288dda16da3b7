import { isDone } from '@salama/outbox/items.ts'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import { type FieldEntry, sessionOf } from '@/outbox/field-outbox.ts'

// Compares the phone's entries with the server's.

export type Line = {
  id: string
  plate: string
  capturedAt: string
  /** `none`: sent from another device. `waiting`: not sent yet. */
  phone: 'arrived' | 'waiting' | 'refused' | 'none'
  /** Null: the server does not have it, or was not queried since. */
  server: ServerEntry['state'] | null
  photos: { arrived: number; all: number }
}

export function compare(entries: readonly FieldEntry[], server: readonly ServerEntry[], sessionId: string): Line[] {
  const there = new Map(server.filter((entry) => entry.sessionId === sessionId).map((entry) => [entry.id, entry]))
  const here = entries.flatMap(({ item, files }): Line[] => {
    const { content } = item
    if (content.kind !== 'entry' || sessionOf(content.sessionId, entries) !== sessionId) return []
    const id = item.reply?.sentAs ?? item.id
    const known = there.get(id)
    for (const each of [item.id, id]) there.delete(each)
    const phone = item.state === 'received' ? 'arrived' : item.state === 'refused' ? 'refused' : 'waiting'
    const arrived = Math.max(known?.photos ?? 0, files.filter((file) => file.state === 'received').length)
    const photos = { arrived, all: Math.max(arrived, files.length) }
    const { plate, capturedAt } = content
    return [{ id: item.id, plate, capturedAt, phone, server: known?.state ?? null, photos }]
  })
  const elsewhere = [...there.values()].map(
    ({ id, vehicle, capturedAt, state, photos }): Line => ({
      id,
      plate: vehicle.plate,
      capturedAt,
      phone: 'none',
      server: state,
      photos: { arrived: photos, all: photos },
    }),
  )
  return [...here, ...elsewhere].toSorted((a, b) => b.capturedAt.localeCompare(a.capturedAt))
}

/** Whether the server has everything from this phone, including start and end. A pending heartbeat does not count. */
export const isEqual = (lines: readonly Line[], entries: readonly FieldEntry[]) =>
  lines.every((line) => line.server !== null && line.photos.arrived === line.photos.all) &&
  entries.every((entry) => isDone(entry) || entry.item.content.kind === 'touch')
