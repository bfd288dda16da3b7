import type { LayerName, Properties } from './layers.ts'

// Which objects of OpenStreetMap are on the basemap, by their tags (https://wiki.openstreetmap.org/wiki/Map_features).

export type Tags = Record<string, string>
export type Classified = { layer: LayerName; properties: Properties }

const ROADS: Record<string, string> = {
  motorway: 'motorway',
  trunk: 'trunk',
  primary: 'primary',
  secondary: 'secondary',
  tertiary: 'tertiary',
  unclassified: 'minor',
  residential: 'minor',
  living_street: 'minor',
  road: 'minor',
  service: 'service',
  track: 'track',
  path: 'path',
  footway: 'path',
  cycleway: 'path',
  pedestrian: 'path',
  steps: 'path',
}
/** Of little use on a city map, and many. */
const MINOR_SERVICE = new Set(['driveway', 'parking_aisle', 'drive-through'])
const MINOR_PATH = new Set(['sidewalk', 'crossing'])

const GREEN: Record<string, string> = {
  'leisure=nature_reserve': 'reserve',
  'boundary=national_park': 'reserve',
  'landuse=forest': 'wood',
  'natural=wood': 'wood',
  'leisure=park': 'park',
  'leisure=garden': 'park',
  'leisure=golf_course': 'golf',
  'landuse=grass': 'grass',
  'landuse=recreation_ground': 'grass',
  'natural=wetland': 'wetland',
  'landuse=cemetery': 'cemetery',
  'leisure=stadium': 'stadium',
  'tourism=zoo': 'zoo',
}
const LANDUSE: Record<string, string> = {
  'landuse=residential': 'residential',
  'landuse=industrial': 'industrial',
  'landuse=commercial': 'commercial',
  'landuse=retail': 'commercial',
  'landuse=military': 'military',
  'landuse=railway': 'transport',
  'amenity=university': 'institution',
  'amenity=college': 'institution',
  'amenity=school': 'institution',
  'amenity=hospital': 'hospital',
  'aeroway=aerodrome': 'aerodrome',
  'aeroway=apron': 'apron',
}
const POIS: Record<string, string> = {
  'amenity=hospital': 'hospital',
  'amenity=bus_station': 'bus_station',
  'amenity=police': 'police',
  'amenity=marketplace': 'market',
  'shop=mall': 'mall',
  'leisure=park': 'park',
  'amenity=university': 'university',
  'amenity=townhall': 'civic',
  'leisure=stadium': 'stadium',
  'tourism=museum': 'museum',
  'leisure=golf_course': 'golf',
  'railway=station': 'station',
  'aeroway=aerodrome': 'airport',
  'boundary=national_park': 'reserve',
}
const PLACES: Record<string, number> = {
  city: 1,
  town: 2,
  suburb: 3,
  quarter: 4,
  village: 4,
  neighbourhood: 5,
  hamlet: 5,
}

/** The class of the first tag that a table knows. */
const classOf = (tags: Tags, table: Record<string, string>) =>
  Object.entries(tags)
    .map(([key, value]) => table[`${key}=${value}`])
    .find((found) => found !== undefined)

const named = (tags: Tags) => (tags.name ? { name: tags.name } : {})

export function classifyLine(tags: Tags): Classified | null {
  const highway = tags.highway ?? ''
  const road = ROADS[highway.replace(/_link$/, '')]
  const isLeftOut = MINOR_SERVICE.has(tags.service ?? '') || MINOR_PATH.has(tags.footway ?? '')
  if (road && !isLeftOut && tags.area !== 'yes') {
    const brunnel =
      tags.bridge && tags.bridge !== 'no' ? 'bridge' : tags.tunnel && tags.tunnel !== 'no' ? 'tunnel' : null
    return {
      layer: 'roads',
      properties: {
        class: road,
        ...named(tags),
        ...(tags.ref && { ref: tags.ref }),
        ...(highway.endsWith('_link') && { link: 1 }),
        ...(brunnel && { brunnel }),
      },
    }
  }
  if (/^(rail|light_rail|narrow_gauge)$/.test(tags.railway ?? ''))
    return { layer: 'rail', properties: { class: 'rail', ...named(tags) } }
  if (/^(river|stream|drain|canal)$/.test(tags.waterway ?? ''))
    return { layer: 'waterways', properties: { class: tags.waterway ?? '', ...named(tags) } }
  if (/^(runway|taxiway)$/.test(tags.aeroway ?? ''))
    return { layer: 'aeroway', properties: { class: tags.aeroway ?? '' } }
  return null
}

export function classifyArea(tags: Tags, area: number): Classified | null {
  if (tags.natural === 'water' || tags.waterway === 'riverbank' || tags.landuse === 'reservoir')
    return area < 250 ? null : { layer: 'water', properties: { class: 'water', area } }
  const green = classOf(tags, GREEN)
  if (green) return area < 600 ? null : { layer: 'green', properties: { class: green, ...named(tags), area } }
  const landuse = classOf(tags, LANDUSE)
  if (landuse) return area < 1500 ? null : { layer: 'landuse', properties: { class: landuse, area } }
  return null
}

/** A label, for a node or the middle of an area; only what has a name. */
export function classifyLabel(tags: Tags): Classified | null {
  if (!tags.name) return null
  const rank = PLACES[tags.place ?? '']
  if (rank !== undefined) return { layer: 'places', properties: { class: tags.place ?? '', name: tags.name, rank } }
  const poi = classOf(tags, POIS)
  return poi ? { layer: 'pois', properties: { class: poi, name: tags.name } } : null
}
