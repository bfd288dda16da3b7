'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { Square, Volume2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'

/** Those that are seen: of a situation that is one part. */
const cardsOnPage = () =>
  [...document.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.offsetParent !== null)

/** Reads the page's cards aloud and marks the one being read, where the browser has a voice of their language. */
export function ReadAloud({ locale }: { locale: Locale }) {
  const t = useTranslations('reading')
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null)
  const [isReading, setIsReading] = useState(false)
  /** The run that is being read; an utterance of an earlier run ends without effect. */
  const run = useRef(0)

  useEffect(() => {
    const speech = window.speechSynthesis
    if (!speech) return
    // Voices of the device first: they work offline, and the text does not leave the phone.
    const find = () => {
      const fitting = speech.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(locale))
      setVoice(fitting.find(({ localService }) => localService) ?? fitting[0] ?? null)
    }
    find()
    speech.addEventListener('voiceschanged', find)
    return () => {
      speech.removeEventListener('voiceschanged', find)
      run.current++
      speech.cancel()
    }
  }, [locale])

  function stop() {
    run.current++
    window.speechSynthesis.cancel()
    for (const card of cardsOnPage()) delete card.dataset.reading
    setIsReading(false)
  }
  function read() {
    stop()
    const mine = run.current
    setIsReading(true)
    const speakFrom = (at: number) => {
      const cards = cardsOnPage()
      const card = cards[at]
      if (mine !== run.current) return
      if (!card) return stop()
      for (const each of cards) delete each.dataset.reading
      card.dataset.reading = ''
      card.scrollIntoView({ block: 'nearest' })
      const utterance = new SpeechSynthesisUtterance(card.innerText)
      utterance.voice = voice
      utterance.lang = voice?.lang ?? locale
      utterance.onend = () => speakFrom(at + 1)
      utterance.onerror = () => mine === run.current && stop()
      window.speechSynthesis.speak(utterance)
    }
    speakFrom(0)
  }
  if (voice === null) return null
  return (
    <div>
      <Button onClick={isReading ? stop : read} aria-pressed={isReading}>
        <Icon as={isReading ? Square : Volume2} />
        {t(isReading ? 'stop' : 'listen')}
      </Button>
    </div>
  )
}
