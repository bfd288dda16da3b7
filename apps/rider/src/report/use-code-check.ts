import { useEffect, useRef, useState } from 'react'
import { lookUp } from '@/vehicle/look-up.ts'

/** Longer than this nobody waits for what is only a hint. */
const ASKING_MS = 3_000

/**
 * Asks once whether a sticker's code is known, before it is taken: a slip is then put right at the question, and not
 * after sending. It is only a hint: without an answer, or pressed again, the code is taken as it is.
 */
export function useCodeCheck() {
  const [doubted, setDoubted] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef(0)
  const forget = () => {
    question.current++
    setIsAsking(false)
    setDoubted(null)
  }
  useEffect(
    () => () => {
      question.current++
    },
    [],
  )
  const mayGoOn = async (code: string): Promise<boolean> => {
    if (doubted === code) return true
    const mine = ++question.current
    setIsAsking(true)
    const found = await lookUp(code, ASKING_MS)
    if (mine !== question.current) return false // something else was chosen or typed meanwhile
    setIsAsking(false)
    if (found === 'unknown') setDoubted(code)
    return found !== 'unknown'
  }
  return { isAsking, isUnknown: doubted !== null, mayGoOn, forget }
}
