/** Microseconds since 1970 as PostgreSQL writes a `timestamptz` into JSON, in UTC: the time of a cursor. */
export function timeOfCursor(at: number): string {
  const seconds = new Date(Math.floor(at / 1_000_000) * 1_000).toISOString().slice(0, 19)
  const fraction = String(at % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${seconds}${fraction && `.${fraction}`}+00:00`
}

/** The reverse, for any offset. */
export function microsecondsOf(time: string): number {
  const [, fraction = ''] = /\.(\d{1,6})/.exec(time) ?? []
  return Date.parse(time.replace(/\.\d+/, '')) * 1_000 + Number(fraction.padEnd(6, '0'))
}

let last = { second: Number.NaN, text: '' }

/** An instant in replies: whole seconds. `app.instant`. The last one is kept: many replies are of the same second. */
export function instant(at: number): string {
  const second = Math.floor(at / 1_000_000)
  if (second !== last.second) last = { second, text: `${new Date(second * 1_000).toISOString().slice(0, 19)}Z` }
  return last.text
}
