'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { forgetPlace, placeIn, readPlace, showPlace, writePlace } from './place.ts'

const SETTLED_MS = 300

/**
 * Keeps where somebody is in a lesson, on this device, and goes there when they come back. Place it before the lesson's
 * `<article data-lesson>`.
 */
export function ReadingPlace({ of }: { of: string }) {
  const t = useTranslations('reading')
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    const article = document.querySelector('[data-lesson] > *')
    if (!article) return
    const kept = readPlace(of)
    if (kept !== null && window.location.hash === '' && showPlace(article, kept)) setIsBack(true)
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const place = placeIn(article)
        if (place === null) forgetPlace(of)
        else writePlace(of, place)
      }, SETTLED_MS)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', keep)
    }
  }, [of])
  return (
    <p role="status" className="sr-only">
      {isBack && t('back')}
    </p>
  )
}
