import type { Receipt } from '@salama/domain/receipts/contract'
import { RECEIPT_CODE, readReceiptCode } from '@salama/domain/shared'
import { useEffect, useRef, useState } from 'react'
import { askReceipt, type ReceiptProblem } from './ask-receipt.ts'

/**
 * A receipt that is being looked at. The code comes from the address's fragment, which is never sent to a server, or is
 * typed. It is taken out of the address at once and kept in this page's memory only: leaving or reloading forgets it.
 */
export function useReceipt() {
  const code = useRef('')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [problem, setProblem] = useState<ReceiptProblem | 'mistyped' | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  const ask = async (what: string, more: object = {}) => {
    setBusy(what)
    setProblem(null)
    const answer = await askReceipt(what, { ...more, code: code.current })
    setBusy(null)
    if ('problem' in answer) setProblem(answer.problem)
    else setReceipt(answer)
    return !('problem' in answer)
  }
  const look = (written: string) => {
    code.current = readReceiptCode(written)
    if (RECEIPT_CODE.test(code.current)) ask('look')
    else setProblem('mistyped')
  }
  useFragment(look)
  return { receipt, problem, busy, look, ask }
}

/** Hands over what stands behind the # of the address, now and whenever it changes, and takes it out of the address. */
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
