import { Icon } from '@salama/ui/components/icon.tsx'
import { type LucideIcon, X } from 'lucide-react'

type Props = { label: string; onClick: () => void; disabled?: boolean }

export const IconButton = ({ as, label, ...button }: Props & { as: LucideIcon }) => (
  <button {...button} type="button" aria-label={label} className="grid min-h-touch min-w-touch place-items-center">
    <Icon as={as} />
  </button>
)

/** One of a list of names, with a button that removes it. */
export const RemovableItem = ({ name, ...button }: Props & { name: string }) => (
  <li className="inline-flex items-center rounded-control bg-raised ps-3">
    {name}
    <IconButton as={X} {...button} />
  </li>
)
