import { scaleSqrt } from 'd3-scale'

type Heat = { cellDeg: number; cells: readonly { centre: { lat: number; lng: number }; incidents: number }[] }
type Line = readonly (readonly number[])[]

const WIDTH = 640
const LABELLED = 12

/**
 * Where incidents are, by cells of about a kilometre, over the trunk roads: the larger the square the more there are, and
 * the busiest say how many. Near the equator a degree is as long in either direction, so no projection is needed.
 */
export function HeatMap({ heat: { cellDeg, cells }, roads }: { heat: Heat; roads: readonly Line[] }) {
  const points = [...cells.map(({ centre }) => [centre.lng, centre.lat]), ...roads.flat()]
  const lngs = points.map(([lng = 0]) => lng)
  const lats = points.map(([, lat = 0]) => lat)
  const pad = 2 * cellDeg
  const west = Math.min(...lngs) - pad
  const north = Math.max(...lats) + pad
  const scale = WIDTH / (Math.max(...lngs) + pad - west)
  const height = Math.max(80, (north - Math.min(...lats) + pad) * scale)
  const x = (lng: number) => (lng - west) * scale
  const y = (lat: number) => (north - lat) * scale
  const track = (road: Line) => `M${road.map(([lng = 0, lat = 0]) => `${x(lng)},${y(lat)}`).join('L')}`
  const side = scaleSqrt(
    [0, Math.max(1, ...cells.map(({ incidents }) => incidents))],
    [0, Math.max(18, cellDeg * scale * 1.3)],
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} className="h-auto w-full max-w-3xl bg-sunken" aria-hidden="true">
      <path d={roads.map(track).join('')} fill="none" stroke="var(--color-edge)" strokeWidth="2" />
      {cells.map(({ centre, incidents }, at) => {
        const size = side(incidents)
        return (
          <g key={`${centre.lat} ${centre.lng}`} transform={`translate(${x(centre.lng)} ${y(centre.lat)})`}>
            <rect
              x={-size / 2}
              y={-size / 2}
              width={size}
              height={size}
              fill="var(--color-body)"
              stroke="var(--color-paper)"
            />
            {at < LABELLED && (
              <text
                y={size >= 16 ? 0 : -size / 2 - 8}
                dy="0.35em"
                textAnchor="middle"
                fontSize="12"
                fontWeight="700"
                fill={size >= 16 ? 'var(--color-on-body)' : 'var(--color-ink)'}
              >
                {incidents}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
