import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type Message = {
  tone: 'danger' | 'warn' | 'ok' | 'soft'
  icon?: LucideIcon
  text: ReactNode
  action?: ReactNode
}

const TONES = {
  danger: 'font-semibold text-danger',
  warn: 'font-semibold text-warn',
  ok: 'font-semibold text-ok',
  soft: 'text-soft',
} as const

/** The one line for what is said while recording. It keeps its room when it is empty: the keys below never move. */
export function MessageLine({ id, message }: { id: string; message: Message | null }) {
  return (
    <div
      role="status"
      className={cx(
        'flex h-12 items-center-safe gap-2 overflow-y-auto text-sm leading-tight',
        message && TONES[message.tone],
      )}
    >
      {message?.icon && <Icon as={message.icon} />}
      <div id={id} className="min-w-0 flex-1">
        {message?.text}
      </div>
      {message?.action}
    </div>
  )
}
