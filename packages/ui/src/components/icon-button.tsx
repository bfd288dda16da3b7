import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** A button that is a sign alone, such as Back and Close; `label` is its name. */
export function IconButton({
  label,
  icon,
  className,
  onClick,
}: {
  label: string
  icon: Parameters<typeof Icon>[0]['as']
  className?: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx('grid size-12 shrink-0 place-items-center text-[24px]', className)}
    >
      <Icon as={icon} />
    </button>
  )
}
