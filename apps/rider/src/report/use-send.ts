import { currentAccount, remembered } from '@salama/outbox/account.ts'
import type { ItemFile } from '@salama/outbox/items.ts'
import { StorageProblem } from '@salama/outbox/store.ts'
import { useEffect, useRef, useState } from 'react'
import { contentOf, type ReportContent } from '@/outbox/content.ts'
import { reportOutbox, sendProblemOf } from '@/outbox/report-outbox.ts'
import { asNewDraft, type Draft, isSensitive, withFixedPlace } from './draft.ts'
import { reportBody } from './report-body.ts'
import type { Received, SendProblem } from './send-report.ts'

/** A report that was queued, or received without having been stored. */
export type Sent =
  | { saved: true; id: string; sensitive: boolean }
  | {
      saved: false
      received: Received
      sensitive: boolean
      receiptCode: string | null
      files: ItemFile[]
      reported: ReportContent
    }

/** Sends a draft through this phone's outbox; without storage from the open page, and it says so. */
export function useSend(draft: Draft, change: (draft: Draft) => void, forget: () => void) {
  const [sent, setSent] = useSent()
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [notSaved, setNotSaved] = useState<StorageProblem['reason'] | null>(null)
  const [isSending, setIsSending] = useState(false)
  const busy = useRef(false)
  const accountNow = useAccount()

  const sendDraft = async (written: Draft) => {
    if (reportBody(written) === null || busy.current) return
    busy.current = true
    setIsSending(true)
    setProblem(null)
    const content = contentOf(written, await accountNow())
    try {
      await reportOutbox.put(written.id, content)
      setNotSaved(null)
      forget()
      setSent({ saved: true, id: written.id, sensitive: isSensitive(written.category) })
      reportOutbox.flush({ eager: true }).catch(() => null) // the outbox shows the result
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setNotSaved(cause.reason)
      await sendWithoutPersisting(written, content)
    } finally {
      busy.current = false
      setIsSending(false)
    }
  }

  const sendWithoutPersisting = async (written: Draft, content: ReportContent) => {
    const outcome = await reportOutbox.sendWithoutPersisting(written.id, content)
    if (outcome.is === 'received') {
      const { receiptCode } = content
      const files = await sendPhotosWithoutPersisting(written.id, content)
      forget()
      setSent({
        saved: false,
        received: outcome.reply,
        sensitive: isSensitive(written.category),
        receiptCode,
        files,
        reported: content,
      })
    } else setProblem(sendProblemOf(outcome.is === 'sign_in' ? null : outcome.problem) ?? SIGNED_OUT)
  }

  return {
    sent,
    problem,
    notSaved,
    isSending,
    /** Clears the problem after the draft was changed. */
    forgive: () => setProblem(null),
    send: () => void sendDraft(draft),
    /** Moves a report from the outbox back to the form. The draft is saved before the item is removed. */
    takeBack: async (id: string): Promise<boolean> => {
      const item = (await reportOutbox.list()).find((entry) => entry.item.id === id)?.item
      if (!item?.content.draft) return false
      change(withFixedPlace(item.content.draft))
      setProblem(sendProblemOf(item.problem))
      setSent(null)
      await reportOutbox.withdraw(id)
      return true
    },
    startNew: () => setSent(null),
    /** For a draft that was changed after it was received: sends it as a separate report. */
    sendAsNew: async () => {
      const anew = asNewDraft(draft)
      await reportOutbox.moveFiles(draft.id, anew.id).catch(() => null) // photos that were not saved stay behind
      change(anew)
      await sendDraft(anew)
    },
  }
}

/** Photos that were saved while there was room. One attempt each; the receipt shows the result. */
async function sendPhotosWithoutPersisting(id: string, content: ReportContent): Promise<ItemFile[]> {
  const sent: ItemFile[] = []
  for (const file of await reportOutbox.filesOf(id).catch(() => [])) {
    const outcome = await reportOutbox.sendFileWithoutPersisting(id, content, file)
    const isThere = outcome.is === 'received'
    sent.push({ ...file, state: isThere ? 'received' : 'refused', problem: isThere ? null : outcome.problem })
  }
  return sent
}

/** The sent report of this entry of the history, for a reload. Not of a sensitive one: its receipt is shown once. */
function useSent(): [Sent | null, (sent: Sent | null) => void] {
  const [sent, setSent] = useState<Sent | null>(null)
  useEffect(() => {
    const id: unknown = window.history.state?.reportSent
    if (typeof id !== 'string') return
    reportOutbox
      .list()
      .then((entries) => entries.some(({ item }) => item.id === id) && setSent({ saved: true, id, sensitive: false }))
      .catch(() => null) // without storage there is nothing to show again
  }, [])
  return [
    sent,
    (next) => {
      const reportSent = next?.saved && !next.sensitive ? next.id : undefined
      window.history.replaceState({ ...window.history.state, reportSent }, '')
      setSent(next)
    },
  ]
}

const SIGNED_OUT: SendProblem = { code: 'unauthenticated', paths: [], retryAfterS: null, serviceArea: null }

/** The timeout for loading the account before sending. */
const TIMEOUT_MS = 3_000

/** The signed-in account, loaded when the page opens and needed when sending. */
function useAccount() {
  const asked = useRef<Promise<string | null>>(undefined)
  useEffect(() => {
    asked.current = currentAccount()
  }, [])
  return async (): Promise<string | null> => {
    const late = new Promise<string | null>((resolve) => setTimeout(() => resolve(remembered()), TIMEOUT_MS))
    return Promise.race([asked.current ?? remembered(), late])
  }
}
