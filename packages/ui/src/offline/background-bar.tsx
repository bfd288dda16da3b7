'use client'

import { RotateCw, Smartphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Link, usePathname } from '../i18n/navigation.ts'
import { IS_DEVELOPMENT } from './env.ts'

/**
 * Keeps the app ready for offline use, and says at the foot of the page what waits on this phone
 * (`children`), or else that there is a new version. `busy` are pages where a person is in the middle of something:
 * nothing is laid over them and nothing reloads them. Needs the messages `newVersion`.
 */
export function BackgroundBar({ busy, children }: { busy: readonly string[]; children?: ReactNode }) {
  const t = useTranslations('newVersion')
  const path = usePathname()
  const update = useWorker()
  useCachedLanguage()
  if (busy.includes(path)) return null
  if (children) return <Bar>{children}</Bar>
  if (!update) return null
  return (
    <Bar>
      <span className="flex-1">{t('words')}</span>
      <Button onClick={update}>
        <Icon as={RotateCw} />
        {t('load')}
      </Button>
    </Bar>
  )
}

/** Above the places at the bottom of a phone; it moves nothing that somebody is reading. */
const Bar = ({ children }: { children: ReactNode }) => (
  <aside
    role="status"
    className="animate-rise fixed inset-x-2 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-10 flex items-center gap-3 rounded-control border-2 border-edge bg-raised px-3 py-1 print:hidden md:inset-x-auto md:right-4 md:bottom-4 md:max-w-md"
  >
    {children}
  </aside>
)

/** How much waits on this phone (`words`), and the way there. */
export function Waiting({ words, see }: { words: string; see: string }) {
  return (
    <>
      <Icon as={Smartphone} />
      <span className="flex-1">{words}</span>
      <Link href="/outbox" className="inline-flex min-h-touch items-center px-2 font-bold text-link underline">
        {see}
      </Link>
    </>
  )
}

const YEAR_MS = 365 * 24 * 3600 * 1000

/** The proxy keeps the choice of language; it does not see the pages that come from this phone. */
function useCachedLanguage() {
  const locale = useLocale()
  useEffect(() => {
    const cookie = { name: 'NEXT_LOCALE', value: locale, expires: Date.now() + YEAR_MS, sameSite: 'lax' as const }
    window.cookieStore?.set(cookie).catch(() => null) // then the address still says it
  }, [locale])
}

/**
 * Registers the service worker. Returns what lets a new version in and loads the page anew, once there is one; until the
 * person wants that, the old one goes on.
 */
function useWorker(): (() => void) | null {
  const [update, setUpdate] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (IS_DEVELOPMENT || !('serviceWorker' in navigator)) return
    let left = false
    import('@serwist/window')
      .then(async ({ Serwist }) => {
        const worker = new Serwist('/serwist/sw.js', { scope: '/' })
        worker.addEventListener('waiting', () => {
          if (left) return
          setUpdate(() => () => {
            worker.addEventListener('controlling', () => window.location.reload())
            worker.messageSkipWaiting()
          })
        })
        await worker.register()
      })
      .catch(() => null) // an app without it works as long as there is a line
    return () => {
      left = true
    }
  }, [])
  return update
}
