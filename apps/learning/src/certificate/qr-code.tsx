import encodeQR from 'qr'

/** Light around the code, as scanners need it, in fields. */
const QUIET = 4

/** A QR code, drawn as one path; dark on light in both themes, because scanners want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md bg-plate"
    >
      <path d={path} fill="var(--color-on-plate)" />
    </svg>
  )
}
