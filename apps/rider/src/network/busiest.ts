/** The hours in a row around the one with most riders that have at least seven tenths of it; null without any. */
export function busiestOf(hours: readonly { hour: number; riders: number }[]): { from: number; to: number } | null {
  const ridersAt = new Map(hours.map(({ hour, riders }) => [hour, riders]))
  const most = Math.max(0, ...ridersAt.values())
  const top = hours.find(({ riders }) => riders === most)?.hour
  if (top === undefined) return null
  const isBusy = (hour: number) => (ridersAt.get(hour) ?? 0) >= most * 0.7
  let [from, to] = [top, top]
  while (isBusy(from - 1)) from -= 1
  while (isBusy(to + 1)) to += 1
  return { from, to }
}
