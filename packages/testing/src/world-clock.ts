// One clock for everybody in a journey. Its world begins at a fixed instant and goes on at the usual speed: no result
// depends on the hour, the day or the month in which the tests run. The database has `app.clock`; the browser, the apps'
// processes, Auth and the tests themselves have a `Date` that is ahead of the machine's by as much. Timers are real.

/**
 * A Wednesday. All journeys together take less than the rest of this hour. Later than any run, so that nothing the machine
 * made before is in the future; before 2038, when the seconds that Auth.js counts in 32 bits run over.
 */
const BEGINS_AT = Date.parse('2035-03-07T10:05:00+03:00')

/** How far the clock of a world that begins now is ahead of the machine's. */
export const newWorldMs = () => BEGINS_AT - Date.now()

/**
 * Moves the `Date` of this process or page by so many milliseconds more. It is sent to pages as text, so that it uses
 * nothing from outside.
 */
export function moveClock(byMs: number): void {
  const realm: { clockAheadMs?: number; Date: DateConstructor } = globalThis
  const isMoved = realm.clockAheadMs !== undefined
  realm.clockAheadMs = (realm.clockAheadMs ?? 0) + byMs
  if (isMoved) return
  const Real = Date
  const now = () => Real.now() + (realm.clockAheadMs ?? 0)
  realm.Date = new Proxy(Real, {
    construct: (target, args, type) => Reflect.construct(target, args.length === 0 ? [now()] : args, type),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}

/** Sets the clock of this process, unless it is set. */
export function joinWorld(aheadMs: number): void {
  if (!('clockAheadMs' in globalThis)) moveClock(aheadMs)
}
