import { scaleLinear } from 'd3-scale'

/** One bar for each thing, with its name before and its figure behind. */
export function Bars({ bars }: { bars: readonly { label: string; value: number }[] }) {
  const width = scaleLinear([0, Math.max(1, ...bars.map(({ value }) => value))], [0, 100])
  return (
    <div className="grid max-w-3xl grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1">
      {bars.map(({ label, value }) => (
        <div key={label} className="contents">
          <span className="text-sm">{label}</span>
          <span className="flex items-center gap-2">
            {value > 0 && <span className="h-5 bg-body" style={{ width: `max(3px, ${width(value) * 0.85}%)` }} />}
            <span className="text-sm font-semibold">{value}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** The same weeks for each thing, one row of columns under the other, all to one scale. */
export function WeeklyColumns({
  weeks,
  rows,
}: {
  weeks: readonly string[]
  rows: readonly { label: string; values: readonly number[] }[]
}) {
  const height = scaleLinear([0, Math.max(1, ...rows.flatMap(({ values }) => values))], [0, 36])
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse text-sm">
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label} className="border-b border-line">
              <td className="py-1 pr-3 align-bottom whitespace-nowrap">{label}</td>
              {values.map((value, at) => (
                <td key={weeks[at]} className="min-w-12 px-1 align-bottom text-center">
                  {value > 0 ? value : '·'}
                  <span className="mx-auto block w-7 bg-body" style={{ height: `${height(value)}px` }} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="text-soft">
            <td />
            {weeks.map((week) => (
              <td key={week} className="px-1 pt-1 text-center whitespace-nowrap">
                {week}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
