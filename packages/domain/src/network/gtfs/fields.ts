import { z } from 'zod'

// The types of GTFS cells: a non-empty text or undefined in, what is stored out. Numbers as feeds spell them: "1.0" for
// 1, a decimal comma, a plus, any minus. Messages complete the sentence "stops.txt:17 stop_lat …".

const required = z.string({ error: 'is missing' })

/** An id of the feed: any text. */
export const Id = required.max(200, { error: 'is longer than 200 characters' })

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
export const Text = required.max(500, { error: 'is longer than 500 characters' }).transform(inOneLine)

/** Text that whoever takes it cuts. */
export const LongText = required.transform(inOneLine)

const NOT_A_TIME = 'is not a time like 5:07:00 or 25:10:00'

/** `5:07:00`, `25:10:00` → seconds after the service day began; over 86,400 is the next morning. */
export const Seconds = required
  .regex(/^(\d{1,3}):([0-5]\d):([0-5]\d)$/, { error: NOT_A_TIME })
  .transform((text) => text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0))

const NOT_A_DAY = 'is not a day like 20191020'

/** `20191020`, `2019-10-20` → `2019-10-20`. */
export const Day = required
  .regex(/^\d{4}([-/]?)\d{2}\1\d{2}(\.0)?$/, { error: NOT_A_DAY })
  .transform((text) => text.replaceAll(/\D/g, '').replace(/^(.{4})(..)(..).*$/, '$1-$2-$3'))
  .pipe(z.iso.date({ error: NOT_A_DAY }))

const spelled = (text: string) => text.replaceAll(/\s/g, '').replace(/^[−–]/, '-').replace(',', '.')

export const Count = required
  .transform(spelled)
  .pipe(z.string().regex(/^\+?\d{1,9}(\.0*)?$/, { error: 'is not a whole number' }))
  .transform(Number)

/** One of a few codes, as a number. */
export const Code = (max: number) => Count.refine((code) => code <= max, { error: `is not between 0 and ${max}` })

/** `1` or `0`. */
export const Flag = Code(1).transform((code) => code === 1)

const degrees = (max: number, hint = '') =>
  required
    .transform(spelled)
    .pipe(z.string().regex(/^[+-]?(\d{1,3}(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i, { error: 'is not a number' }))
    .transform((text) => Math.round(Number(text) * 1e6) / 1e6) // 0.1 m: more digits are noise
    .refine((value) => Math.abs(value) <= max, { error: `is not between -${max} and ${max}${hint}` })

export const Latitude = degrees(90, ': latitude and longitude may be swapped')
export const Longitude = degrees(180)

/** A cell that may be empty, but costs its row where it cannot be read. */
export const essential = <Field extends z.ZodType>(field: Field) => field.optional().meta({ essential: true })
export const isEssential = (field: z.core.$ZodType) => z.globalRegistry.get(field)?.essential === true
