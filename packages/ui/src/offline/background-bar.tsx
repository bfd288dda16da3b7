'use client'

import { RotateCw, Smartphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Link, usePathname } from '../i18n/navigation.ts'
import { rememberLocale } from '../i18n/remember-locale.ts'
import { IS_DEVELOPMENT } from './env.ts'

/**
 * Keeps the app ready for offline use; shows unsent items (`children`) at the bottom, else a new version. On `busy`
 * pages it neither shows nor reloads. Needs the messages `newVersion`.
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

/** Above the navigation at the bottom of a phone; it does not shift the layout. */
const Bar = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="animate-rise fixed inset-x-2 bottom-[calc(var(--spacing-places)+16px)] z-10 flex items-center gap-3 rounded-control over-map px-4 py-1 print:hidden split:inset-x-auto split:end-4 split:bottom-4 split:max-w-md"
  >
    {children}
  </div>
)

/** The number of items waiting to be sent (`words`), with a link to them. */
export function Waiting({ words, see }: { words: string; see: string }) {
  return (
    <>
      <Icon as={Smartphone} />
      <span className="flex-1">{words}</span>
      <Link href="/outbox" className="touch-link px-2 font-semibold">
        {see}
      </Link>
    </>
  )
}

/** The proxy stores the choice of language, but does not see cached pages. */
function useCachedLanguage() {
  const locale = useLocale()
  useEffect(() => rememberLocale(locale), [locale])
}

/** Registers the service worker. The function returned activates a new version, which waits for it, and reloads. */
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
      .catch(() => null) // without it the app works online
    return () => {
      left = true
    }
  }, [])
  return update
}
