import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

const TONES: Record<Tone, { icon: LucideIcon; look: string; ink: string }> = {
  info: { icon: Info, look: 'bg-fill', ink: 'text-ink' },
  ok: { icon: CircleCheck, look: 'bg-ok-wash', ink: 'text-ok' },
  warn: { icon: TriangleAlert, look: 'bg-warn-wash', ink: 'text-warn' },
  danger: { icon: CircleAlert, look: 'bg-danger-wash', ink: 'text-danger' },
}
type Tone = 'info' | 'ok' | 'warn' | 'danger'

/**
 * A notice. `announce` has a screen reader read it when it appears: `assertive` interrupts (a failure), `polite` waits
 * (news); omit it for what was there. A failure comes last in its form: the pressed button stays.
 */
export function Notice({
  tone = 'info',
  title,
  announce,
  children,
  className,
  ref,
}: {
  tone?: Tone
  title?: string
  announce?: 'assertive' | 'polite'
  children?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
}) {
  const { icon, look, ink } = TONES[tone]
  const role = announce === 'assertive' ? 'alert' : announce === 'polite' ? 'status' : undefined
  return (
    <div
      ref={ref}
      role={role}
      className={cx(
        'flex items-start gap-3 rounded-control px-4 py-3',
        announce === 'assertive' && 'in-[form]:order-last',
        look,
        className,
      )}
    >
      <Icon as={icon} className={cx('mt-0.5', ink)} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1 wrap-break-word">
        {title && <p className={cx('font-semibold', ink)}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
