import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { attributions, feedInfo } from './credits.ts'
import { type FeedCheck, Place } from './feed-check.ts'
import * as files from './files.ts'
import { type CsvReport, readCsv } from './read-csv.ts'
import { isSwappedByClock, type LatLng, Region, SWAPPED } from './where.ts'

// The rules of each file beyond its columns, and the rows that it is stored as. Files are read in the order of
// FEED_FILES, so that whatever a row refers to has been read before it. A row whose fault can be mended is stored
// without it: what riders need is a name, a place, a line and the stops of a route, not a timetable.

/** How the rows of one file are processed. `end` runs after the last one. */
export type Rules<Row> = { take(row: Row, at: Place): void; end?(): void | Promise<void> }

export type FeedFile = {
  name: string
  /** Whether a feed without it is of no use. */
  required: boolean
  /** Checks and stages all rows; returns how many there were. */
  read(check: FeedCheck, bytes: Readable, onRows: (rows: number) => void): Promise<number>
}

const SETTLE_ROWS = 500

/** A CSV file with its columns and rules. */
export const feedFile = <Shape extends z.ZodObject>(
  name: string,
  required: boolean,
  schema: Shape,
  rules: (check: FeedCheck) => Rules<z.output<Shape>>,
): FeedFile => ({
  name,
  required,
  async read(check, bytes, onRows) {
    const { take, end } = rules(check)
    let rows = 0
    const report: CsvReport = {
      placeOf: (line) => new Place(check, name, line),
      countRow: () => check.countRow(name),
      broken(at, column, reason) {
        if (required) at.refuse(column, reason)
        else at.mend(column, reason, 'passed over from here')
      },
    }
    for await (const { at, row } of readCsv(bytes, schema, report)) {
      take(row, at)
      rows += 1
      if (rows % SETTLE_ROWS !== 0) continue
      onRows(rows)
      await check.settle()
    }
    await end?.()
    if (required) check.judge(name)
    await check.settle()
    onRows(rows)
    return rows
  },
})

const agencies = (check: FeedCheck): Rules<z.output<typeof files.Agency>> => ({
  take({ agency_id: id = '', agency_name: name = id, agency_url: url = '', agency_timezone: timezone = '' }, at) {
    if (!at.claim(check.agencies, 'agency_id', id)) return
    check.timeZone ??= timezone
    check.stage('agencies', { id, name, url, timezone })
  },
})

const calendar = (check: FeedCheck): Rules<z.output<typeof files.Calendar>> => ({
  take(row, at) {
    if (!at.claim(check.services, 'service_id', row.service_id)) return
    check.stage('services', {
      id: row.service_id,
      weekdays: files.weekdaysOf(row),
      startsOn: row.start_date,
      endsOn: row.end_date,
    })
  },
})

/** A service may be defined by its dates alone: then it has no weekdays, and lasts from the first date to the last. */
const calendarDates = (check: FeedCheck): Rules<z.output<typeof files.CalendarDate>> => {
  const seen = new Set<string>()
  const byDaysAlone = new Map<string, { startsOn: string; endsOn: string }>()
  return {
    take({ service_id: serviceId, date, exception_type: exception }, at) {
      if (!at.claim(seen, 'date', `${serviceId} ${date}`)) return
      check.stage('service_exceptions', { serviceId, on: date, exception })
      if (check.services.has(serviceId)) return
      const span = byDaysAlone.get(serviceId) ?? { startsOn: date, endsOn: date }
      if (date < span.startsOn) span.startsOn = date
      if (date > span.endsOn) span.endsOn = date
      byDaysAlone.set(serviceId, span)
    },
    end() {
      for (const [id, span] of byDaysAlone) {
        check.services.add(id)
        check.stage('services', { id, weekdays: Array(7).fill(false), ...span })
      }
    },
  }
}

/** Inner parts of stations are not stored as stops, and no trip may stop there. A parent may come later in the file. */
const stops = (check: FeedCheck): Rules<z.output<typeof files.Stop>> => {
  const seen = new Set<string>()
  const placed: { at: Place; row: z.output<typeof files.Stop>; place: LatLng }[] = []
  return {
    take(row, at) {
      if (!at.claim(seen, 'stop_id', row.stop_id)) return
      if ((row.location_type ?? 0) > 1) return
      const { stop_lat: lat, stop_lon: lng } = row
      if (lat === undefined || lng === undefined) at.leaveOut(lat === undefined ? 'stop_lat' : 'stop_lon', 'is missing')
      else if (lat === 0 && lng === 0) at.leaveOut('stop_lat', 'is 0, and so is the longitude: that is no place')
      else if (check.area?.isFar(lat, lng))
        at.leaveOut('stop_lat', `is far from ${check.area.name}${check.area.isFar(lng, lat) ? '' : SWAPPED}`)
      else placed.push({ at, row, place: { lat, lng } })
    },
    async end() {
      const region = new Region(placed.map(({ place }) => place))
      check.region = region
      const kept = placed.filter(({ at, place }) => {
        if (region.has(place)) return true
        at.leaveOut('stop_lat', region.describe(place, 'the other stops'))
        return false
      })
      for (const { row } of kept) check.stops.add(row.stop_id)
      const [first] = kept
      if (first && isSwappedByClock(first.place, check.timeZone ?? ''))
        first.at.refuse('stop_lat', `is far from ${check.timeZone}${SWAPPED}`)
      for (const { at, row, place } of kept) {
        const { stop_id: id, stop_name: name, parent_station: parentId } = row
        const hasParent = parentId === undefined || check.stops.has(parentId)
        if (!hasParent) at.mend('parent_station', check.missingIn('stops.txt'), 'read as empty', parentId)
        if (name === undefined) at.mend('stop_name', 'is missing', 'named by its id')
        check.places.push({ name: name ?? id, ...place })
        const kind = row.location_type === 1 ? 'station' : 'stop'
        check.stage('stops', { id, parentId: hasParent ? parentId : undefined, name: name ?? id, kind, ...place })
        await check.settle()
      }
    },
  }
}

const THROUGH_STOPS = 'lines are drawn through the stops'

/** Points may come in any order, so a shape is complete only at the end of its file. */
const shapes = (check: FeedCheck): Rules<z.output<typeof files.ShapePoint>> => {
  const pointsOf = new Map<string, { first: Place; sequences: number[]; points: [lng: number, lat: number][] }>()
  return {
    take(row, at) {
      const shape = pointsOf.get(row.shape_id) ?? { first: at, sequences: [], points: [] }
      pointsOf.set(row.shape_id, shape)
      const last = shape.sequences.at(-1)
      if (last !== undefined && row.shape_pt_sequence <= last && shape.sequences.includes(row.shape_pt_sequence))
        return at.mend('shape_pt_sequence', 'is there twice in a shape', 'the first is kept')
      shape.sequences.push(row.shape_pt_sequence)
      shape.points.push([row.shape_pt_lon, row.shape_pt_lat])
    },
    async end() {
      let far = 0
      for (const [id, { first, sequences, points }] of pointsOf) {
        const stray = points.find(([lng, lat]) => check.region?.middle && !check.region.has({ lat, lng }))
        if (stray) {
          const [lng, lat] = stray
          first.mend('shape_id', check.region?.describe({ lat, lng }, 'the stops') ?? '', THROUGH_STOPS, id)
          far += 1
          continue
        }
        if (new Set(points.map(String)).size < 2) {
          first.mend('shape_id', 'has fewer than two different points', THROUGH_STOPS, id)
          continue
        }
        check.shapes.add(id)
        const order = sequences.map((_, index) => index).sort((a, b) => (sequences[a] ?? 0) - (sequences[b] ?? 0))
        const line = order.flatMap((index) => points.slice(index, index + 1))
        check.lines.set(id, line)
        check.stage('shapes', { id, line }, Math.ceil(line.length / 5))
        await check.settle()
      }
      // Where most lines are elsewhere, it is as likely that the stops are wrong.
      const [first] = pointsOf.values()
      if (first && far > pointsOf.size / 2 && !check.isBroken('stops.txt')) {
        const [lng = 0, lat = 0] = first.points[0] ?? []
        first.first.refuse(null, check.region?.describe({ lat, lng }, 'the stops, like most shapes') ?? '')
      }
    },
  }
}

const routes = (check: FeedCheck): Rules<z.output<typeof files.Route>> => ({
  take(row, at) {
    const id = row.route_id
    if (!at.claim(check.routes, 'route_id', id)) return
    const [onlyAgency] = check.agencies.size === 1 ? check.agencies : []
    const agencyId = row.agency_id ?? onlyAgency
    const hasAgency = agencyId !== undefined && check.agencies.has(agencyId)
    if (!hasAgency && check.agencies.size > 0)
      at.mend(
        'agency_id',
        agencyId === undefined ? 'is missing' : check.missingIn('agency.txt'),
        'without an agency',
        agencyId,
      )
    const { route_short_name: shortName, route_long_name: longName = '', route_type: type = files.BUS } = row
    if (shortName === undefined && longName === '') at.mend('route_short_name', 'is missing', 'named by its id')
    check.stage('routes', {
      id,
      agencyId: hasAgency ? agencyId : undefined,
      shortName: shortName ?? (longName === '' ? id : ''),
      longName,
      type,
    })
  },
})

const trips = (check: FeedCheck): Rules<z.output<typeof files.Trip>> => ({
  take({ route_id: routeId, service_id: service, trip_id: id, shape_id: shape, ...row }, at) {
    if (!at.refer(check.routes, 'route_id', routeId, 'routes.txt')) return
    if (!at.claim(check.trips, 'trip_id', id)) return
    const hasShape = shape !== undefined && check.shapes.has(shape)
    if (shape !== undefined && !hasShape && !check.isBroken('shapes.txt'))
      at.mend('shape_id', check.missingIn('shapes.txt'), THROUGH_STOPS, shape)
    const serviceId = service ?? ''
    if (!check.services.has(serviceId)) {
      // Stored without a day, because a trip has a service.
      at.mend('service_id', 'is not in calendar.txt or calendar_dates.txt', 'without days', serviceId)
      if (!check.dayless.has(serviceId)) check.stage('services', { id: serviceId, ...NO_DAYS })
      check.dayless.add(serviceId)
    }
    if (hasShape) {
      const shapes = check.shapesOf.get(routeId) ?? new Map<string, number>()
      check.shapesOf.set(routeId, shapes.set(shape, (shapes.get(shape) ?? 0) + 1))
    }
    const [headsign, direction] = [row.trip_headsign, row.direction_id]
    check.stage('trips', { id, routeId, serviceId, shapeId: hasShape ? shape : undefined, headsign, direction })
  },
})

const NO_DAYS = { weekdays: Array(7).fill(false), startsOn: '1970-01-01', endsOn: '1970-01-01' }

const stopTimes = (check: FeedCheck): Rules<z.output<typeof files.StopTime>> => {
  const sequencesOf = new Map<string, number[]>()
  let before: { tripId: string; sequence: number; leavesS: number } | undefined
  return {
    take(row, at) {
      const { trip_id: tripId, stop_sequence: sequence, stop_id: stopId, departure_time: departureS } = row
      if (stopId === undefined) {
        if (row.location_id === undefined && row.location_group_id === undefined) at.leaveOut('stop_id', 'is missing')
        else at.mend('stop_id', 'is empty: the vehicle comes on demand (GTFS-Flex)', 'passed over')
        return
      }
      if (!at.refer(check.trips, 'trip_id', tripId, 'trips.txt')) return
      if (!at.refer(check.stops, 'stop_id', stopId, 'stops.txt')) return
      const sequences = sequencesOf.get(tripId) ?? []
      sequencesOf.set(tripId, sequences)
      const last = sequences.at(-1)
      if (last !== undefined && sequence <= last && sequences.includes(sequence))
        return at.mend('stop_sequence', 'is there twice in a trip', 'the first is kept', `${tripId} ${sequence}`)
      sequences.push(sequence)

      let arrivalS = row.arrival_time
      const follows = before?.tripId === tripId && before.sequence < sequence
      if (before && follows && arrivalS !== undefined && arrivalS < before.leavesS) {
        at.mend('arrival_time', 'is before the trip leaves the stop before', 'read as empty')
        arrivalS = undefined
      }
      const leavesS = departureS ?? arrivalS ?? (before && follows ? before.leavesS : 0)
      before = { tripId, sequence, leavesS }
      check.stage('stop_times', { tripId, sequence, stopId, arrivalS, departureS })
    },
  }
}

const frequencies = (check: FeedCheck): Rules<z.output<typeof files.Frequency>> => {
  const seen = new Set<string>()
  return {
    take({ trip_id: tripId, start_time: startsS, end_time: endsS, headway_secs: headwayS }, at) {
      if (!at.refer(check.trips, 'trip_id', tripId, 'trips.txt')) return
      if (!at.claim(seen, 'start_time', `${tripId} ${startsS}`)) return
      check.stage('frequencies', { tripId, startsS, endsS, headwayS })
    },
  }
}

/** Every file that is read, in the order in which references resolve. */
export const FEED_FILES: readonly FeedFile[] = [
  feedFile('agency.txt', false, files.Agency, agencies),
  feedFile('calendar.txt', false, files.Calendar, calendar),
  feedFile('calendar_dates.txt', false, files.CalendarDate, calendarDates),
  feedFile('stops.txt', true, files.Stop, stops),
  feedFile('shapes.txt', false, files.ShapePoint, shapes),
  feedFile('routes.txt', true, files.Route, routes),
  feedFile('trips.txt', true, files.Trip, trips),
  feedFile('stop_times.txt', true, files.StopTime, stopTimes),
  feedFile('frequencies.txt', false, files.Frequency, frequencies),
  feedFile('feed_info.txt', false, files.FeedInfo, feedInfo),
  feedFile('attributions.txt', false, files.Attribution, attributions),
]
