/** A minibus with its yellow band. Hidden from screen readers: the name beside it is text. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <rect x="2" y="8" width="44" height="29" rx="6" fill="var(--color-body)" />
      <path d="M8 14h9v8H8zM20 14h9v8h-9zM32 14h6a3 3 0 0 1 3 3v5h-9z" fill="var(--color-on-body)" />
      <path d="M2 26h44v5H2z" fill="var(--color-band)" />
      <circle cx="13" cy="38" r="5" fill="var(--color-ink)" stroke="var(--color-paper)" strokeWidth="2" />
      <circle cx="35" cy="38" r="5" fill="var(--color-ink)" stroke="var(--color-paper)" strokeWidth="2" />
    </svg>
  )
}

/** Logo and name; `part` is the name of the app beside it ("Learning"), none for the rider app. */
export function Logo({ part }: { part?: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-xl font-bold tracking-tight split:in-[.rail]:flex-col split:in-[.rail]:gap-1 split:in-[.rail]:text-center split:in-[.rail]:text-xs">
      <LogoMark className="size-10 shrink-0" />
      <span>
        Salama
        {part && <span className="font-normal text-soft"> {part}</span>}
      </span>
    </span>
  )
}
