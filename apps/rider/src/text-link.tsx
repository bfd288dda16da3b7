import { Link } from '@salama/ui/i18n/navigation.ts'
import type { ComponentProps } from 'react'

/** A link that stands on a line of its own, as large as a thumb needs it. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link {...props} className="inline-flex min-h-touch items-center gap-2 font-semibold text-link underline" />
)
