import { Icon } from '@salama/ui/components/icon.tsx'
import { Navigation } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { Assignment } from '@/field-state/field-cache.ts'
import { middleOf, wordsOf } from './assignment-view-model.ts'

/** The URL that opens a phone's own map app at a place; on other devices OpenStreetMap's directions. */
export function directionsTo({ lat, lng }: { lat: number; lng: number }, title: string, userAgent: string): string {
  const at = `${lat.toFixed(6)},${lng.toFixed(6)}`
  if (/Android/u.test(userAgent)) return `geo:${at}?q=${at}(${encodeURIComponent(title)})`
  if (/iPhone|iPad|Macintosh/u.test(userAgent)) return `https://maps.apple.com/?daddr=${at}`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(at)}`
}

/** Opens directions to an assignment's place; nothing where it has none. */
export function Directions({ assignment }: { assignment: Assignment }) {
  const t = useTranslations('work')
  const { title } = wordsOf(assignment, useLocale())
  const place = middleOf(assignment)
  const [userAgent, setUserAgent] = useState('')
  useEffect(() => setUserAgent(navigator.userAgent), [])
  if (!place) return null
  return (
    <a
      href={directionsTo(place, title, userAgent)}
      target="_blank"
      rel="noreferrer"
      className="touch-link gap-2 self-start font-semibold"
    >
      <Icon as={Navigation} />
      {t('directions')}
      <span className="sr-only"> {title}</span>
    </a>
  )
}
