import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

/** An icon beside text, of the same height. It is hidden from screen readers unless it stands alone with a `label`. */
export function Icon({ as: As, label, className }: { as: LucideIcon; label?: string; className?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <As {...named} size="1.3em" strokeWidth={2.25} className={cx('inline-block shrink-0', className)} />
}
