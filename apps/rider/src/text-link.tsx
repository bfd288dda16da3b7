import { Link } from '@salama/ui/i18n/navigation.ts'
import type { ComponentProps } from 'react'

/** A link on its own line with a large touch target. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link {...props} className="touch-link gap-2 font-semibold" />
)
