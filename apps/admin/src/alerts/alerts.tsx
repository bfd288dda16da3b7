'use client'

import type { chooseAdminAlerts, readAdminAlerts } from '@salama/domain/admin-alerts/contract'
import { call } from '@salama/http/call'
import { buttonClass } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Bell } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { alertPath } from '@/lists/record-path.ts'
import { useToast } from '@/parts/toasts.tsx'
import { type AlertMails, type Alerts, useAlertWords } from './alert-words.ts'
import { isSoundOn, playSound } from './sound.ts'

const AlertSheet = dynamic(() => import('./alert-sheet.tsx').then((module) => module.AlertSheet), { ssr: false })

const MAX_ALERTS = 50

/** What admins are told at once: a button with the number of unread alerts, which is also in the title of the tab. */
export function AdminAlerts() {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const showToast = useToast()
  const words = useAlertWords()
  const [alerts, setAlerts] = useState<Alerts>()
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const unread = alerts?.unread ?? 0

  const receive = useEffectEvent((next: Alerts) => {
    const known = new Set(alerts?.data.map(({ id }) => id))
    const fresh = next.data.filter(({ id, isRead }) => !isRead && !known.has(id))
    setAlerts({
      ...next,
      data: [...next.data.filter(({ id }) => !known.has(id)), ...(alerts?.data ?? [])].slice(0, MAX_ALERTS),
    })
    // What was there before the page is no news.
    if (!alerts || fresh.length === 0) return
    const [newest] = fresh
    if (newest) showToast('warn', words(newest), { label: t('look'), href: alertPath(newest) })
    if (isSoundOn()) playSound()
  })
  useEffect(() => {
    const stream = new EventSource('/api/alerts/stream')
    stream.onmessage = (event) => receive(JSON.parse(event.data) as Alerts) // our own route, of the contract's shape
    return () => stream.close()
  }, [])
  useTitleCount(unread)

  const read = async () => {
    const newest = alerts?.data[0]
    if (newest && unread > 0)
      setAlerts(await call<typeof readAdminAlerts>('POST /api/alerts/read', { body: { to: newest.id } }))
  }
  const choose = async (email: AlertMails) =>
    setAlerts(await call<typeof chooseAdminAlerts>('PUT /api/alerts/settings', { body: { email, locale } }))
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setWasOpen(true)
          setOpen(true)
        }}
        className={buttonClass({}, 'max-lg:px-2.5 lg:min-h-9 lg:px-2.5 lg:text-sm')}
      >
        <Icon as={Bell} />
        <span className="sr-only">{t('open')}</span>
        {unread > 0 && (
          <span className="rounded-full bg-danger px-2 text-sm font-semibold text-paper">
            {unread}
            <span className="sr-only"> {t('unread')}</span>
          </span>
        )}
      </button>
      {wasOpen && alerts && (
        <AlertSheet alerts={alerts} open={open} onClose={() => setOpen(false)} onRead={read} onChoose={choose} />
      )}
    </>
  )
}

/** "(3) Review": also after the page's own title has changed. */
function useTitleCount(count: number) {
  useEffect(() => {
    const write = () => {
      const bare = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${bare}` : bare
      if (document.title !== wanted) document.title = wanted
    }
    write()
    const watch = new MutationObserver(write)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [count])
}
