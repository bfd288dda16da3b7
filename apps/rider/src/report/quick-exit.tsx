'use client'

import { CITY } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { NEUTRAL_PAGE } from './neutral-page.ts'
import { stepDepth } from './use-steps.ts'

// For somebody who is being watched.
// The page is blanked at once, whatever the network does. Then the browser goes back over the steps of the form to the
// first one, which is replaced: Back does not return to any of them, and the neutral page removes the others, which lie
// ahead of it (for the same reason the detour over sign-in adds no history entry). The target is a plain page of the app
// that shows the time in the city: it works offline, where a search engine would not, and nobody else learns the referrer.

/** By then it leaves in any case. */
const MAX_DELAY_MS = 500

function leave() {
  document.documentElement.hidden = true
  document.title = CITY.name[CITY.languages[0] ?? ''] ?? ''
  const exit = () => window.location.replace(NEUTRAL_PAGE)
  const steps = stepDepth()
  if (steps === 0) return exit()
  window.addEventListener('popstate', exit, { once: true })
  setTimeout(exit, MAX_DELAY_MS)
  window.history.go(-steps)
}

/** Leaves for a neutral page with one press. It stays visible, with anything placed beside it. */
export function QuickExit({ children }: { children?: ReactNode }) {
  const t = useTranslations('report')
  return (
    <div className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-2 bg-paper px-4 py-2 split:mx-0 split:px-0">
      {children}
      <Button variant="danger" className="ms-auto" onClick={leave}>
        <Icon as={LogOut} />
        {t('quickExit')}
      </Button>
    </div>
  )
}
