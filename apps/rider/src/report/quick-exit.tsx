'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

// For somebody who is being watched over the shoulder.
//
// The page is blanked at once, whatever the line does, and then replaced, so that "back" does not lead to it again (the
// questions of the form and the way over the sign-in page leave no entries in the history for the same reason). It goes to a plain page of our own that
// shows the time in Nairobi: it answers wherever the app does, where a search engine's page would fail offline
// and would learn where the person came from.

const NEUTRAL_PAGE = '/nairobi.html'

function leave() {
  document.documentElement.hidden = true
  document.title = 'Nairobi'
  window.location.replace(NEUTRAL_PAGE)
}

/** Leaves for a neutral page in one press. It stays in sight, and so does what is put beside it. */
export function QuickExit({ children }: { children?: ReactNode }) {
  const t = useTranslations('report')
  const bar = useRef<HTMLDivElement>(null)
  usePublishedHeight(bar)
  return (
    <div
      ref={bar}
      className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-2 border-b-2 border-line bg-paper px-4 py-2 md:mx-0 md:px-0"
    >
      {children}
      <Button variant="danger" className="ml-auto" onClick={leave}>
        <Icon as={LogOut} />
        {t('quickExit')}
      </Button>
    </div>
  )
}

/** Tells what sticks below it, as `--quick-exit-height`, how much room it takes: its words may need two lines. */
function usePublishedHeight(bar: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--quick-exit-height', `${bar.current?.offsetHeight ?? 0}px`)
    })
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--quick-exit-height')
    }
  }, [bar])
}
