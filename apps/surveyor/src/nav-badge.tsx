import { cx } from '@salama/ui/components/cx.ts'

const MAX_SHOWN = 99

/** A number beside a link of the navigation; `label` says it to a screen reader. */
export const NavBadge = ({ count, label, isUrgent }: { count: number; label: string; isUrgent: boolean }) => (
  <span
    className={cx(
      'absolute top-0.5 end-1 grid min-w-6 place-items-center rounded-full border-2 border-paper px-1 text-sm leading-5 font-semibold tabular-nums',
      isUrgent ? 'bg-danger text-paper' : 'bg-band text-on-plate',
    )}
  >
    <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
    <span className="sr-only"> {label}</span>
  </span>
)
