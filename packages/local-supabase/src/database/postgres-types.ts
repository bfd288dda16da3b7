import pg from 'pg'
import { parse as parseArray } from 'postgres-array'

// Parses values of PostgreSQL as lite does on PGlite, for both engines. Times stay text, because a Date has no
// microseconds; what a number cannot hold stays exact.

const wholeNumber = (text: string) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
const decimal = (text: string) => {
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? number : text
}
const asText = (text: string) => text
const asJson = (text: string): unknown => JSON.parse(text)
const asBoolean = (text: string) => text === 't'

type Parse = (text: string) => unknown

/** By the oid of the type, and of its array type. */
const TYPES: [oid: number, arrayOid: number, parse: Parse][] = [
  [16, 1000, asBoolean],
  [18, 1002, asText],
  [19, 1003, asText],
  [20, 1016, wholeNumber],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, asJson],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1083, 1183, asText],
  [1114, 1115, asText],
  [1184, 1185, asText],
  [1186, 1187, asText],
  [1266, 1270, asText],
  [1700, 1231, decimal],
  [2206, 2211, asText],
  [2950, 2951, asText],
  [3802, 3807, asJson],
]
const BYTEA = 17

const parsers = new Map<number, Parse>(
  TYPES.flatMap(([oid, arrayOid, parse]) => [
    [oid, parse],
    [arrayOid, (text: string) => parseArray(text, parse)],
  ]),
)

/** The `types` of a pool. Unlisted types stay text, except bytes. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === BYTEA
      ? pg.types.getTypeParser(oid, format)
      : (parsers.get(oid) ?? asText)) as typeof pg.types.getTypeParser, // overloaded by format; only text is requested
}
