import { z } from 'zod'

// Replies as GeoJSON (RFC 7946), for whoever asks for it in Accept.

const Geometry = z
  .object({
    type: z.string().describe('Point, LineString, MultiLineString or MultiPolygon.'),
    coordinates: z.array(z.unknown()).describe('Longitude before latitude, in degrees (WGS 84).'),
  })
  .meta({ id: 'GeoJsonGeometry', description: 'A geometry of RFC 7946.' })

export const GeoJson = z
  .looseObject({
    type: z.enum(['Feature', 'FeatureCollection']).describe('A list is a collection, a single resource a feature.'),
    features: z
      .array(z.unknown())
      .optional()
      .describe('Of a collection: a feature for each item. `page` and what else the list has are beside it.'),
    geometry: z.union([Geometry, z.null()]).optional().describe('Of a feature: null where it has no place.'),
    properties: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Of a feature: the members of the resource, without its place.'),
  })
  .meta({ id: 'GeoJson', description: 'The same content as GeoJSON (RFC 7946).' })

type Members = Record<string, unknown>
const Place = z.object({ lat: z.number(), lng: z.number() })

/** A resource as a feature: its line or area, else its place. */
function featureOf(item: unknown): Members {
  const { geometry, place, ...properties }: Members = Object(item)
  const at = Place.safeParse(place)
  return {
    type: 'Feature',
    ...(typeof properties.id === 'string' && { id: properties.id }),
    geometry: geometry ?? (at.success ? { type: 'Point', coordinates: [at.data.lng, at.data.lat] } : null),
    properties,
  }
}

/** A reply with places as GeoJSON: a list as a collection, whose other members stay beside the features. */
export function toGeoJson(reply: unknown): Members {
  const { data, areas, ...others }: Members = Object(reply)
  const items = data ?? areas
  return Array.isArray(items)
    ? { type: 'FeatureCollection', features: items.map(featureOf), ...others }
    : featureOf(reply)
}
