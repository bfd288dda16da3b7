import { createNavigation } from 'next-intl/navigation'
import type { ComponentProps } from 'react'
import { Going } from '../components/going.tsx'
import { routing } from './routing.ts'

const { Link: KeepsLanguage } = createNavigation(routing)

/** next/link that keeps the language, and says so when the page does not come at once. */
export function Link({ children, ...rest }: ComponentProps<typeof KeepsLanguage>) {
  return (
    <KeepsLanguage {...rest}>
      {children}
      <Going />
    </KeepsLanguage>
  )
}
