import type {
  addPhotoToReceipt,
  addToReceipt,
  answerReceipt,
  getReceipt,
  mailReceipt,
  Receipt,
  withdrawReceipt,
} from '@salama/domain/receipts/contract'
import { RECEIPT_CODE, readReceiptCode } from '@salama/domain/shared'
import { type CallResult, type Problem, tryCall } from '@salama/http/call'
import { useLocale } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { type Addition, PHOTO_TIMEOUT_MS } from '@/report/send-report.ts'

/** A request with the receipt code, which is sent in the body only. */
type Step = 'look' | 'answer' | 'add' | 'photo' | 'mail' | 'withdraw'
export type ReceiptProblem = Problem['code'] | 'mistyped'

/** An open receipt. Its code, typed or from the URL's fragment (removed at once), is in memory only until a reload. */
export function useReceipt() {
  const locale = useLocale()
  const [code, setCode] = useState('')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [problem, setProblem] = useState<ReceiptProblem | null>(null)
  const [busy, setBusy] = useState<Step | null>(null)

  const settle = async (step: Step, calling: Promise<CallResult<Receipt>>) => {
    setBusy(step)
    setProblem(null)
    const result = await calling
    setBusy(null)
    if (result.ok) setReceipt(result.reply)
    else setProblem(result.problem.code)
    return result.ok
  }
  const withCode = <More extends object>(more: More) => ({ body: { ...more, code } })
  const lookUp = (written: string) => {
    const read = readReceiptCode(written)
    setCode(read)
    if (RECEIPT_CODE.test(read))
      settle('look', tryCall<typeof getReceipt>('POST /api/receipt/look', { body: { code: read } }))
    else setProblem('mistyped')
  }
  useFragment(lookUp)
  return {
    receipt,
    code,
    problem,
    busy,
    lookUp,
    answer: (answer: string) =>
      settle('answer', tryCall<typeof answerReceipt>('POST /api/receipt/answer', withCode({ answer }))),
    add: (addition: Addition, id: string) =>
      settle('add', tryCall<typeof addToReceipt>('POST /api/receipt/add', withCode({ ...addition, id }))),
    addPhoto: (photo: Blob, id: string) => {
      const send = (picture: string) =>
        tryCall<typeof addPhotoToReceipt>('POST /api/receipt/photo', {
          ...withCode({ id, picture }),
          timeoutMs: PHOTO_TIMEOUT_MS,
        })
      return settle('photo', asBase64(photo).then(send))
    },
    /** Null ends the mails. */
    mail: (email: string | null) =>
      settle(
        'mail',
        tryCall<typeof mailReceipt>('POST /api/receipt/mail', withCode({ ...(email && { email }), locale })),
      ),
    withdraw: () => settle('withdraw', tryCall<typeof withdrawReceipt>('POST /api/receipt/withdraw', withCode({}))),
  }
}

/** Passes on the URL's fragment, now and on every change, and removes it from the URL. */
function useFragment(take: (fragment: string) => void) {
  const taker = useRef(take)
  taker.current = take
  useEffect(() => {
    const read = () => {
      const fragment = window.location.hash.slice(1)
      if (fragment === '') return
      window.history.replaceState(window.history.state, '', window.location.pathname)
      taker.current(decode(fragment))
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** A file as text, to be sent inside of JSON. */
const asBase64 = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
