/** How much of a whole is done: the label above a bar, which fills in the ink of things that are well. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-semibold">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        className="h-3 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-ok transition-[width] duration-200 motion-reduce:transition-none forced-colors:bg-[Highlight]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
