'use client'

import { deviceStore } from '@salama/http/device-storage'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

const SETTLED_MS = 300

/** Keeps the reading position of a lesson on this device. Place it before the lesson's `<article data-lesson>`. */
export function ReadingPosition({ of }: { of: string }) {
  const t = useTranslations('reading')
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    const article = document.querySelector('[data-lesson] > *')
    if (!article) return
    const saved = readReadingPosition(of)
    if (saved !== null && window.location.hash === '' && showPlace(article, saved)) setIsBack(true)
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const place = placeIn(article)
        if (place === null) clearReadingPosition(of)
        else writeReadingPosition(of, place)
      }, SETTLED_MS)
    }
    window.addEventListener('scroll', save, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', save)
    }
  }, [of])
  return (
    <p role="status" className="sr-only">
      {isBack && t('back')}
    </p>
  )
}

// The reading position is the paragraph at the top of the screen, not a scroll offset, because a phone may be rotated
// or its text size changed. It stays on the device; without storage a lesson opens at the top.

const KEY = 'salama-learning.place'
/** The maximum number of lessons with a saved position. */
const MAX_POSITIONS = 50

type Places = Record<string, number>

function readAll(): Places {
  try {
    const saved: unknown = JSON.parse(deviceStore.getItem(KEY) ?? '{}')
    const isPlaces = typeof saved === 'object' && saved !== null
    return isPlaces ? Object.fromEntries(Object.entries(saved).filter(([, at]) => Number.isInteger(at))) : {}
  } catch {
    return {}
  }
}

/** Without storage a lesson opens at the top. */
const writeAll = (places: Places) =>
  deviceStore.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-MAX_POSITIONS))))

/** The index of the paragraph, or null for the top. */
const readReadingPosition = (lesson: string): number | null => readAll()[lesson] ?? null

function writeReadingPosition(lesson: string, place: number): void {
  const { [lesson]: _, ...others } = readAll()
  writeAll({ ...others, [lesson]: place })
}

function clearReadingPosition(lesson: string): void {
  const { [lesson]: had, ...others } = readAll()
  if (had !== undefined) writeAll(others)
}

/** The distance from the top of the screen at which a paragraph counts as being read. */
const TOP_PX = 80

/** The paragraph at the top of the screen; null at the beginning of the lesson. */
function placeIn(article: Element): number | null {
  const at = [...article.children].findIndex((each) => each.getBoundingClientRect().bottom > TOP_PX)
  return at <= 0 ? null : at
}

/** Scrolls to a paragraph; false if the lesson does not have it. */
function showPlace(article: Element, place: number): boolean {
  const paragraph = article.children[place]
  if (!paragraph) return false
  window.scrollTo({ top: window.scrollY + paragraph.getBoundingClientRect().top - TOP_PX / 2, behavior: 'instant' })
  return true
}
