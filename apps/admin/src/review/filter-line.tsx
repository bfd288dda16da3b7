import { Select } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** A choice of the line, with how many it leads to. */
export function Tab({
  isOn,
  onPress,
  count,
  isBad = false,
  children,
}: {
  isOn: boolean
  onPress: () => void
  count: number
  isBad?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={cx(
        'flex min-h-touch shrink-0 items-center gap-1.5 rounded-control px-2 whitespace-nowrap hover:bg-fill lg:min-h-8',
        isOn ? 'bg-fill font-semibold' : 'text-soft',
      )}
    >
      {children}
      <span className={cx('tabular-nums', isBad ? 'font-semibold text-danger' : 'text-ink')}>{count}</span>
    </button>
  )
}

/** A filter that is on; pressing it takes it away. */
export function On({ onClear, children }: { onClear: () => void; children: ReactNode }) {
  const t = useTranslations('review')
  return (
    <button
      type="button"
      onClick={onClear}
      className="flex min-h-touch shrink-0 items-center gap-1.5 rounded-full bg-ink px-3 font-semibold whitespace-nowrap text-paper lg:min-h-7"
    >
      <span className="max-w-40 truncate">{children}</span>
      <Icon as={X} label={t('clearFilter')} />
    </button>
  )
}

export function LineSelect({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="min-h-touch max-w-36 shrink-0 rounded-control bg-transparent px-1.5 [field-sizing:content] hover:bg-fill lg:min-h-8"
    >
      {children}
    </Select>
  )
}
