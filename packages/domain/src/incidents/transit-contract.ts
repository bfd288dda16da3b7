import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { GtfsRef, type StopRef } from '../shared/shapes.ts'

// What an incident says of the stops and routes around it.

/** A route at the place of an incident. */
export const AffectedRoute = z
  .object({
    id: z.uuid(),
    shortName: z.string().describe('The number on the vehicle.'),
    gtfs: GtfsRef,
    directionId: z
      .int()
      .min(0)
      .max(1)
      .nullable()
      .describe('GTFS `direction_id`, if all trips of the route that run there go the same way.'),
  })
  .meta({ id: 'AffectedRoute', description: 'A route that runs where an incident is.' })

export const exampleStops: z.infer<typeof StopRef>[] = [
  { id: '8a6e0804-2bd0-5672-b79d-d97027f9071a', name: EXAMPLE.stop, gtfs: { feedId: EXAMPLE.feed, id: '0100KOJ' } },
]
export const exampleRoutes: z.infer<typeof AffectedRoute>[] = [
  {
    id: '5d7cbb1f-aff2-5d0e-bab0-7d258376f202',
    shortName: '45',
    gtfs: { feedId: EXAMPLE.feed, id: '50100045T11' },
    directionId: null,
  },
]
