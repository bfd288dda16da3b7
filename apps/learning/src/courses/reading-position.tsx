'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

const SETTLED_MS = 300

/**
 * Keeps where somebody is in a lesson, on this device, and goes there when they come back. Place it before the lesson's
 * `<article data-lesson>`.
 */
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

// Where somebody is in a lesson: the paragraph at the top of the screen, not how far they scrolled, for a phone may be
// turned or its letters made larger meanwhile. It stays on the device; a device that keeps nothing begins at the top.

const KEY = 'salama-learning.place'
/** Places in so many lessons. */
const MOST = 50

type Places = Record<string, number>

function readAll(): Places {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const isPlaces = typeof saved === 'object' && saved !== null
    return isPlaces ? Object.fromEntries(Object.entries(saved).filter(([, at]) => Number.isInteger(at))) : {}
  } catch {
    return {}
  }
}

function writeAll(places: Places): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-MOST))))
  } catch {
    // Then one begins at the top.
  }
}

/** The number of the paragraph, or null where one begins at the top. */
const readReadingPosition = (lesson: string): number | null => readAll()[lesson] ?? null

function writeReadingPosition(lesson: string, place: number): void {
  const { [lesson]: _, ...others } = readAll()
  writeAll({ ...others, [lesson]: place })
}

function clearReadingPosition(lesson: string): void {
  const { [lesson]: had, ...others } = readAll()
  if (had !== undefined) writeAll(others)
}

/** Below this from the top of the screen a paragraph is the one that is being read. */
const TOP_PX = 80

/** The paragraph at the top of the screen; null at the beginning of the lesson. */
function placeIn(article: Element): number | null {
  const at = [...article.children].findIndex((each) => each.getBoundingClientRect().bottom > TOP_PX)
  return at <= 0 ? null : at
}

/** Goes to a paragraph; false when the lesson does not have it. */
function showPlace(article: Element, place: number): boolean {
  const paragraph = article.children[place]
  if (!paragraph) return false
  window.scrollTo({ top: window.scrollY + paragraph.getBoundingClientRect().top - TOP_PX / 2, behavior: 'instant' })
  return true
}
