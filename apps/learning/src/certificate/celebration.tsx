/** Where the pieces begin, when and in which colour; always the same, so that server and browser agree. */
const PIECES = Array.from({ length: 28 }, (_, at) => ({
  left: `${(at * 37) % 100}%`,
  delay: `${(at % 7) * 90}ms`,
  colour: ['var(--color-band)', 'var(--color-link)', 'var(--color-ok)', 'var(--color-danger)'][at % 4],
}))

/** Confetti, once. Nothing for people who asked their device for less motion. */
export function Celebration() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-10 h-0 motion-reduce:hidden print:hidden">
      {PIECES.map(({ left, delay, colour }) => (
        <span
          key={left}
          className="absolute -top-4 h-4 w-2.5 animate-confetti rounded-sm"
          style={{ left, animationDelay: delay, background: colour }}
        />
      ))}
    </div>
  )
}
