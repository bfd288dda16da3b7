import type { ReactNode } from 'react'

/** The empty state of a list. It says what would be here and what to do; it is not an apology. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-control bg-raised p-4">
      {icon && <span className="text-[32px] text-soft">{icon}</span>}
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      {action}
    </div>
  )
}
