import { currentAccount } from '@salama/outbox/account.ts'
import { startSending } from '@salama/outbox/start-sending.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { usePathname, useRouter } from '@salama/ui/i18n/navigation.ts'
import { BackgroundBar, Waiting } from '@salama/ui/offline/background-bar.tsx'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { QUIZ } from '@/courses/steps.ts'
import { mergeWork, readWork } from '@/guest/guest-work.ts'
import { completionOutbox, tidyOutbox } from '@/outbox/completion-outbox.ts'
import type { CompletionContent, CompletionReply } from '@/outbox/content.ts'
import { refreshProgress } from './saved-courses.ts'

const BUSY = ['/outbox', '/offline']

export function Background() {
  const t = useTranslations('outboxBar')
  const path = usePathname()
  const entries = useOutbox(completionOutbox)
  useFreshPage(entries, BUSY.includes(path))
  useEffect(() => {
    tidyOutbox().catch(() => null) // without storage there is nothing to purge
    return startSending(completionOutbox)
  }, [])
  useEffect(() => {
    currentAccount()
      .then(async (account) => {
        if (account !== null && readWork().length > 0) {
          await mergeWork()
          await completionOutbox.flush({ eager: true })
        }
        await refreshProgress(account)
      })
      .catch(() => null)
  }, [])
  // The page where an item was just completed shows its status itself.
  const stuck = Array.isArray(entries)
    ? entries.filter(({ item }) => item.state !== 'received' && (item.attempts > 0 || item.state !== 'waiting')).length
    : 0
  return (
    <BackgroundBar busy={path.endsWith(`/${QUIZ}`) ? [path] : BUSY}>
      {stuck > 0 && <Waiting words={t('waiting', { count: stuck })} see={t('see')} />}
    </BackgroundBar>
  )
}

/** Renders the page again, unless it is busy, when the server has received what it may have been rendered without. */
function useFreshPage(entries: ReturnType<typeof useOutbox<CompletionContent, CompletionReply>>, isBusy: boolean) {
  const router = useRouter()
  const rendered = useRef(performance.timeOrigin)
  const received = Array.isArray(entries) ? Math.max(0, ...entries.map(({ item }) => item.receivedAt ?? 0)) : 0
  useEffect(() => {
    if (isBusy || received <= rendered.current) return
    rendered.current = received
    router.refresh()
  }, [isBusy, received, router])
}
