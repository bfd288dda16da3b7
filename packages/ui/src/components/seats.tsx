import { useId } from 'react'

/** Where the 14 seats of a minibus are, from the back on: five rows, the last beside the driver. */
const ROWS = [28, 74, 120, 166, 232]
const PLACES = ROWS.flatMap((x) => [16, 50, 84].map((y) => ({ x, y }))).slice(0, 14)
export const SEATS = PLACES.length

/** How many seats the two ends of an interval (shares) fill. */
export const seatsOf = ({ low, high }: { low: number; high: number }) => ({
  low: Math.round(SEATS * low),
  high: Math.round(SEATS * high),
})

/**
 * An interval as the seats of a vehicle: filled up to its lower end, striped up to its upper end, the rest empty. Without
 * one all seats are dashed: too few riders to say. `label` says the same.
 */
export function Seats({ interval, label }: { interval: { low: number; high: number } | null; label: string }) {
  const hatch = useId()
  const { low, high } = interval ? seatsOf(interval) : { low: 0, high: 0 }
  return (
    <svg viewBox="0 0 320 132" role="img" aria-label={label} className="w-full max-w-[340px]">
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-raised" />
        <rect width="3" height="6" className="fill-ok" />
      </pattern>
      <rect x="4" y="4" width="308" height="124" rx="22" className="fill-fill" />
      <path d="M26 124h250v4H26zM26 4h250v4H26z" className="fill-band" />
      <path d="M280 18c10 2 16 8 16 18v60c0 10-6 16-16 18z" className="fill-line" />
      {PLACES.map(({ x, y }, index) => (
        <rect
          key={`${x}-${y}`}
          x={x}
          y={y}
          width="30"
          height="30"
          rx="9"
          strokeWidth="2"
          strokeDasharray={interval ? undefined : '5 4'}
          fill={index >= low && index < high ? `url(#${hatch})` : undefined}
          className={index < low ? 'fill-ok stroke-ok' : index < high ? 'stroke-ok' : 'fill-raised stroke-edge'}
        />
      ))}
      <rect x="232" y="84" width="30" height="30" rx="9" className="fill-edge opacity-50" />
      <circle cx="247" cy="99" r="7" fill="none" strokeWidth="2.5" className="stroke-raised" />
    </svg>
  )
}
