/** How much is done, as a ring with the percentage; the text beside it says it in words. */
export function ProgressRing({ done, of }: { done: number; of: number }) {
  const percent = of === 0 ? 0 : Math.floor((done * 100) / of)
  return (
    <svg viewBox="0 0 48 48" aria-hidden className="size-14 shrink-0">
      <circle cx="24" cy="24" r="20" fill="none" stroke="var(--color-line)" strokeWidth="6" />
      <circle
        cx="24"
        cy="24"
        r="20"
        fill="none"
        stroke={percent === 100 ? 'var(--color-ok)' : 'var(--color-link)'}
        strokeWidth="6"
        strokeLinecap="round"
        pathLength={100}
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 24 24)"
      />
      <text x="24" y="28.5" textAnchor="middle" fontSize="12" fontWeight="700" fill="var(--color-ink)">
        {percent}%
      </text>
    </svg>
  )
}
