import { TZDate } from '@date-fns/tz'
import { readCityJson } from './city-folder.ts'
import type { City } from './city-schema.ts'
import { CITY_IN_BUILD } from './env.ts'

/** The one city that this runs for: `cities/<CITY>/city.json`, or what the build was made with. */
export const CITY: Readonly<City> = JSON.parse(CITY_IN_BUILD ?? readCityJson())

/** Seats that a vehicle usually has in the city; others are flagged, not refused. */
export const USUAL_SEATS = CITY.usualSeats ?? { least: 7, most: 70 }

/** A number as the address of a link: `#` would begin its fragment, and phones would dial what is before it. */
export const telOf = (number: string) => `tel:${number.replaceAll(' ', '').replaceAll('#', '%23')}`

/** How far from its centre the first map of the city reaches: half of 640 px at its zoom (web Mercator, tiles of 512 px). */
export const CITY_RADIUS_M = (78_271.5 * Math.cos((CITY.centre.lat * Math.PI) / 180) * 320) / 2 ** CITY.zoom

/** An instant as a field for date and time has it: YYYY-MM-DDTHH:MM in the time of the city, wherever the reader is. */
export const toCityTime = (at: Date | string | number): string => inCity(at).toISOString().slice(0, 16)

/** The instant of a local time (as for `fromCityTime`), with the offset of the city: 2026-11-20T09:10:00+03:00. */
export const toCityOffsetTime = (text: string): string => inCity(fromCityTime(text)).toISOString().replace('.000', '')

/** The day of an instant in the city, as YYYY-MM-DD. */
export const toCityDay = (at: Date | string | number): string => toCityTime(at).slice(0, 10)

/**
 * The instant of YYYY-MM-DDTHH:MM in the time of the city, or of the noon of YYYY-MM-DD; invalid for any other text.
 * A time that a change of the clock leaves out is moved ahead.
 */
export function fromCityTime(text: string): Date {
  const [, year, month, day, hour = '12', minute = '00'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d)?)?$/.exec(text) ?? []
  return new Date(
    +new TZDate(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), CITY.timeZone),
  )
}

const inCity = (at: Date | string | number) => new TZDate(+new Date(at), CITY.timeZone)
