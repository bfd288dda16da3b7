import { createNavigation } from 'next-intl/navigation'
import type { ComponentProps } from 'react'
import { LinkProgress } from '../components/navigation-progress.tsx'
import { routing } from './routing.ts'

const { Link: PreservesLanguage } = createNavigation(routing)

/** next/link that keeps the language, and shows progress if the page is slow. */
export function Link({ children, ...rest }: ComponentProps<typeof PreservesLanguage>) {
  return (
    <PreservesLanguage {...rest}>
      {children}
      <LinkProgress />
    </PreservesLanguage>
  )
}
