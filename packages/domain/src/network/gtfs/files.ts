import { z } from 'zod'
import { Code, Count, Day, essential, Flag, Id, Latitude, Longitude, LongText, Seconds, Text } from './fields.ts'

// The files and columns of a feed that are used (https://gtfs.org/documentation/schedule/reference/). A column that may
// be empty may also be missing; everything else is ignored.

const optional = <Field extends z.ZodType>(field: Field) => field.optional()

export const Agency = z.object({
  agency_id: optional(Id),
  agency_name: optional(Text),
  agency_url: optional(Text),
  agency_timezone: optional(Text),
})

export const FeedInfo = z.object({ feed_publisher_name: LongText, feed_publisher_url: optional(LongText) })

export const Attribution = z.object({ organization_name: LongText, attribution_url: optional(LongText) })

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export const Calendar = z
  .object({
    service_id: Id,
    monday: Flag,
    tuesday: Flag,
    wednesday: Flag,
    thursday: Flag,
    friday: Flag,
    saturday: Flag,
    sunday: Flag,
    start_date: Day,
    end_date: Day,
  })
  .refine((row) => row.start_date <= row.end_date, { path: ['end_date'], error: 'is before start_date' })

export const weekdaysOf = (row: z.output<typeof Calendar>) => WEEKDAYS.map((day) => row[day])

export const CalendarDate = z.object({
  service_id: Id,
  date: Day,
  exception_type: Count.refine((type) => type === 1 || type === 2, { error: 'is neither 1 nor 2' }),
})

export const ShapePoint = z.object({
  shape_id: Id,
  shape_pt_lat: Latitude,
  shape_pt_lon: Longitude,
  shape_pt_sequence: Count,
})

/** 0 stop, 1 station; 2 entrance, 3 node and 4 boarding area are inner parts of a station, some without a place. */
export const Stop = z.object({
  stop_id: Id,
  stop_name: optional(Text),
  stop_lat: essential(Latitude),
  stop_lon: essential(Longitude),
  location_type: optional(Code(4)),
  parent_station: optional(Id),
})

export const BUS = 3

export const Route = z.object({
  route_id: Id,
  agency_id: optional(Id),
  route_short_name: optional(Text),
  route_long_name: optional(Text),
  route_type: optional(Code(1702)),
})

export const Trip = z.object({
  route_id: Id,
  service_id: optional(Id),
  trip_id: Id,
  trip_headsign: optional(Text),
  direction_id: optional(Code(1)),
  shape_id: optional(Id),
})

export const StopTime = z
  .object({
    trip_id: Id,
    arrival_time: optional(Seconds),
    departure_time: optional(Seconds),
    stop_id: optional(Id),
    stop_sequence: Count,
    // GTFS-Flex: the vehicle comes anywhere within an area, on demand.
    location_id: optional(Id),
    location_group_id: optional(Id),
  })
  .refine((row) => (row.arrival_time ?? 0) <= (row.departure_time ?? Number.POSITIVE_INFINITY), {
    path: ['departure_time'],
    error: 'is before arrival_time',
  })

export const Frequency = z
  .object({
    trip_id: Id,
    start_time: Seconds,
    end_time: Seconds,
    headway_secs: Count.refine((seconds) => seconds > 0, { error: 'is not above 0' }),
  })
  .refine((row) => row.start_time < row.end_time, { path: ['end_time'], error: 'is not after start_time' })
