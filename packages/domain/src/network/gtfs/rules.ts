import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { type FeedCheck, Place } from './feed-check.ts'
import * as files from './files.ts'
import { readCsv } from './read-csv.ts'

// The rules of each file beyond its columns, and the rows that it is stored as. Files are read in the order of
// FEED_FILES, so that whatever a row refers to has been read before it.

/** How the rows of one file are processed. `end` runs after the last one. */
export type Rules<Row> = { take(row: Row, at: Place): void; end?(): void | Promise<void> }

export type FeedFile = {
  name: string
  /** Whether the file is required. */
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
    for await (const { line, row } of readCsv(name, bytes, schema, check.report)) {
      check.countRow(name)
      take(row, new Place(check, name, line))
      rows += 1
      if (rows % SETTLE_ROWS !== 0) continue
      onRows(rows)
      await check.settle()
    }
    await end?.()
    await check.settle()
    onRows(rows)
    return rows
  },
})

const agencies = (check: FeedCheck): Rules<z.output<typeof files.Agency>> => ({
  take(row, at) {
    const id = row.agency_id ?? ''
    if (!at.claim(check.agencies, 'agency_id', id)) return
    check.stage('agencies', { id, name: row.agency_name, url: row.agency_url, timezone: row.agency_timezone })
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

/** Points may come in any order, so a shape is complete only at the end of its file. */
const shapes = (check: FeedCheck): Rules<z.output<typeof files.ShapePoint>> => {
  const pointsOf = new Map<string, { first: Place; sequences: number[]; points: [lng: number, lat: number][] }>()
  return {
    take(row, at) {
      const shape = pointsOf.get(row.shape_id) ?? { first: at, sequences: [], points: [] }
      pointsOf.set(row.shape_id, shape)
      const last = shape.sequences.at(-1)
      if (last !== undefined && row.shape_pt_sequence <= last && shape.sequences.includes(row.shape_pt_sequence))
        return at.wrong('shape_pt_sequence', `${row.shape_pt_sequence} is there twice in shape "${row.shape_id}"`)
      at.checkPlace('shape_pt_lat', row.shape_pt_lat, row.shape_pt_lon)
      shape.sequences.push(row.shape_pt_sequence)
      shape.points.push([row.shape_pt_lon, row.shape_pt_lat])
    },
    async end() {
      for (const [id, { first, sequences, points }] of pointsOf) {
        check.shapes.add(id)
        const order = sequences.map((_, index) => index).sort((a, b) => (sequences[a] ?? 0) - (sequences[b] ?? 0))
        const line = order.map((index) => points[index])
        if (new Set(points.map(String)).size < 2) first.wrong('shape_id', `"${id}" has fewer than two different points`)
        check.stage('shapes', { id, line }, Math.ceil(line.length / 5))
        await check.settle()
      }
    },
  }
}

/** Inner parts of stations are not stored as stops, and no trip may stop there. A parent may come later in the file. */
const stops = (check: FeedCheck): Rules<z.output<typeof files.Stop>> => {
  const seen = new Set<string>()
  const children: { at: Place; parentId: string }[] = []
  return {
    take(row, at) {
      if (!at.claim(seen, 'stop_id', row.stop_id)) return
      if ((row.location_type ?? 0) > 1) return
      const { stop_id: id, stop_name: name, stop_lat: lat, stop_lon: lng, parent_station: parentId } = row
      check.stops.add(id)
      if (parentId !== undefined) children.push({ at, parentId })
      for (const [column, cell] of Object.entries({ stop_name: name, stop_lat: lat, stop_lon: lng }))
        if (cell === undefined) at.wrong(column, 'is missing')
      if (lat !== undefined && lng !== undefined) at.checkPlace('stop_lat', lat, lng)
      check.stage('stops', { id, parentId, name, kind: row.location_type === 1 ? 'station' : 'stop', lat, lng })
    },
    end() {
      for (const { at, parentId } of children) at.refer(check.stops, 'parent_station', parentId, 'stops.txt')
    },
  }
}

const routes = (check: FeedCheck): Rules<z.output<typeof files.Route>> => ({
  take(row, at) {
    if (!at.claim(check.routes, 'route_id', row.route_id)) return
    const [onlyAgency] = check.agencies.size === 1 ? check.agencies : []
    const agencyId = row.agency_id ?? onlyAgency
    if (agencyId === undefined) at.wrong('agency_id', 'is missing, and there are several agencies')
    at.refer(check.agencies, 'agency_id', agencyId, 'agency.txt')
    check.stage('routes', {
      id: row.route_id,
      agencyId,
      shortName: row.route_short_name ?? '',
      longName: row.route_long_name ?? '',
      type: row.route_type,
    })
  },
})

const trips = (check: FeedCheck): Rules<z.output<typeof files.Trip>> => ({
  take(row, at) {
    if (!at.claim(check.trips, 'trip_id', row.trip_id)) return
    at.refer(check.routes, 'route_id', row.route_id, 'routes.txt')
    at.refer(check.services, 'service_id', row.service_id, 'calendar.txt', 'calendar_dates.txt')
    at.refer(check.shapes, 'shape_id', row.shape_id, 'shapes.txt')
    check.stage('trips', {
      id: row.trip_id,
      routeId: row.route_id,
      serviceId: row.service_id,
      shapeId: row.shape_id,
      headsign: row.trip_headsign,
      direction: row.direction_id,
    })
  },
})

const stopTimes = (check: FeedCheck): Rules<z.output<typeof files.StopTime>> => {
  const sequencesOf = new Map<string, number[]>()
  let before: { tripId: string; sequence: number; leavesS: number } | undefined
  return {
    take(
      { trip_id: tripId, stop_sequence: sequence, stop_id: stopId, arrival_time: arrivalS, departure_time: departureS },
      at,
    ) {
      const sequences = sequencesOf.get(tripId) ?? []
      sequencesOf.set(tripId, sequences)
      const last = sequences.at(-1)
      if (last !== undefined && sequence <= last && sequences.includes(sequence))
        return at.wrong('stop_sequence', `${sequence} is there twice in trip "${tripId}"`)
      sequences.push(sequence)

      at.refer(check.trips, 'trip_id', tripId, 'trips.txt')
      at.refer(check.stops, 'stop_id', stopId, 'stops.txt')
      const follows = before?.tripId === tripId && before.sequence < sequence
      if (before && follows && arrivalS !== undefined && arrivalS < before.leavesS)
        at.wrong('arrival_time', 'is before the trip leaves the stop before')
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
      at.refer(check.trips, 'trip_id', tripId, 'trips.txt')
      if (!at.claim(seen, 'start_time', `${tripId} ${startsS}`)) return
      check.stage('frequencies', { tripId, startsS, endsS, headwayS })
    },
  }
}

/** Every file that is read, in the order in which references resolve. */
export const FEED_FILES: readonly FeedFile[] = [
  feedFile('agency.txt', true, files.Agency, agencies),
  feedFile('calendar.txt', false, files.Calendar, calendar),
  feedFile('calendar_dates.txt', false, files.CalendarDate, calendarDates),
  feedFile('shapes.txt', false, files.ShapePoint, shapes),
  feedFile('stops.txt', true, files.Stop, stops),
  feedFile('routes.txt', true, files.Route, routes),
  feedFile('trips.txt', true, files.Trip, trips),
  feedFile('stop_times.txt', true, files.StopTime, stopTimes),
  feedFile('frequencies.txt', false, files.Frequency, frequencies),
]
