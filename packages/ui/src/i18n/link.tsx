'use client'

import { createNavigation } from 'next-intl/navigation'
import { type ComponentProps, useState } from 'react'
import { LinkProgress } from '../components/navigation-progress.tsx'
import { routing } from './routing.ts'

const { Link: PreservesLanguage } = createNavigation(routing)

/**
 * next/link that keeps the language, and shows progress if the page is slow. A page is prefetched when the user is about
 * to press its link, not whenever the link is on the screen: that costs data, and most are never pressed.
 */
export function Link({ children, prefetch = null, ...rest }: ComponentProps<typeof PreservesLanguage>) {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  return (
    <PreservesLanguage
      onPointerEnter={want}
      onTouchStart={want}
      onFocus={want}
      {...rest}
      prefetch={isWanted ? prefetch : false}
    >
      {children}
      <LinkProgress />
    </PreservesLanguage>
  )
}
