'use client'

import type { Follow, unfollow } from '@salama/domain/alerts/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Link, useRouter } from '@salama/ui/i18n/navigation.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { noteUnfollow } from './follows.ts'

/** What is followed, each with a button to stop. Needs the messages `alerts` and `errors`. */
export function FollowList({ follows }: { follows: readonly Follow[] }) {
  const t = useTranslations('alerts')
  const errors = useTranslations('errors')
  const router = useRouter()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem['code'] | null>(null)

  async function stop(id: string) {
    setBusy(id)
    setProblem(null)
    const result = await tryCall<typeof unfollow>('DELETE /api/follows/{id}', { params: { id } })
    if (result.ok) {
      noteUnfollow(id)
      router.refresh()
    } else setProblem(result.problem.code)
    setBusy(null)
  }

  return (
    <>
      {problem && (
        <Notice tone="danger" says="now">
          {errors(problem)}
        </Notice>
      )}
      <ul className="flex flex-col">
        {follows.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-4 border-b-2 border-line py-2 last:border-0">
            <span className="mr-auto min-w-0">
              <Target follow={each} />
            </span>
            <Button
              busy={busy === each.id}
              aria-label={t('stopNamed', { name: nameOf(each, t) })}
              onClick={() => stop(each.id)}
            >
              {t('stop')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

type Translate = ReturnType<typeof useTranslations<'alerts'>>

function nameOf({ kind, name, radiusM }: Follow, t: Translate): string {
  if (kind === 'report') return t('ownReport')
  if (kind === 'route') return t('route', { name: name ?? '' })
  if (kind === 'vehicle') return t('vehicle', { plate: formatPlate(name ?? '') })
  return kind === 'place' ? t('place', { name: name ?? '', m: radiusM ?? 0 }) : (name ?? '')
}

function Target({ follow }: { follow: Follow }) {
  const t = useTranslations('alerts')
  const href = hrefOf(follow)
  const name = nameOf(follow, t)
  if (href === null) return name
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-touch items-center font-semibold text-link underline"
    >
      {name}
    </Link>
  )
}

function hrefOf({ kind, slug, place, name }: Follow) {
  if (kind === 'corridor') return `/corridors/${slug}`
  if (kind === 'route') return `/routes/${slug}`
  if (kind === 'vehicle') return `/v/${slug}`
  return place && { pathname: '/', query: { lat: place.lat, lng: place.lng, ...(name && { place: name }) } }
}
