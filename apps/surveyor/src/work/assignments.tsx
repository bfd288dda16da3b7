'use client'

import { MAX_CLAIMS } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useGps } from '@salama/ui/use-gps.ts'
import { useMediaQuery } from '@salama/ui/use-media-query.ts'
import { List, LocateFixed, Map as MapIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Assignment } from '@/field-state/field-cache.ts'
import { FieldState } from '@/field-state/field-state.tsx'
import { heldSlots } from '@/field-state/session.ts'
import { type FieldState as OpenFieldState, useCached } from '@/field-state/use-field-state.ts'
import { distanceM, FIELD_GPS, placeIfAllowed } from '@/gps.ts'
import { AssignmentCard } from './assignment-card.tsx'
import { nearestOf, wordsOf } from './assignment-view-model.ts'
import { Day } from './day.tsx'
import { LastReleased } from './leave.tsx'
import { useClaim } from './use-claim.ts'

const AssignmentMap = dynamic(() => import('./assignment-map.tsx').then((module) => module.AssignmentMap), {
  ssr: false,
  loading: () => <div className="h-[60dvh] min-h-80 rounded-control bg-sunken" />,
})

export const Assignments = () => <FieldState>{(fieldState) => <Work fieldState={fieldState} />}</FieldState>

export type Near = { assignment: Assignment; metres: number | null }

function Work({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('work')
  const { clock } = useTimes()
  const { fieldCache } = fieldState
  const fix = useCached(fieldState.fieldCache, 'fix')
  const [view, setView] = useState<'list' | 'map'>('list')
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [chosen, setChosen] = useState<string>()
  const gps = useGps(FIELD_GPS)
  const { busy, problem, refused, claim, claimAll } = useClaim(fieldState)
  const [picked, setPicked] = useState<readonly string[]>([])
  const locale = useLocale()
  const held = heldSlots(fieldState.entries, fieldState.server, fieldState.nowMs)
  const problemRef = useRef<HTMLDivElement>(null)
  // A claimed assignment moves to the top of the page: scroll there.
  const mine = useRef<HTMLHeadingElement>(null)
  const claimed = useRef<string>(undefined)
  const heldIds = held.map(({ assignment }) => assignment.id).join(' ')
  useEffect(() => {
    if (claimed.current === undefined || !heldIds.includes(claimed.current)) return
    claimed.current = undefined
    mine.current?.focus()
  }, [heldIds])
  useEffect(() => {
    if (problem || refused.length > 0) problemRef.current?.scrollIntoView({ block: 'center' })
  }, [problem, refused])
  useEffect(() => setChosen(new URLSearchParams(window.location.search).get('id') ?? undefined), [])
  const near = (fieldState.server?.assignments ?? [])
    .map((assignment): Near => {
      const place = fix && nearestOf(assignment, fix)
      return { assignment, metres: fix && place ? distanceM(fix, place) : null }
    })
    .toSorted((a, b) => (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY) || 0)
  useEffect(() => {
    placeIfAllowed().then((place) => place && fieldCache.put('fix', place))
  }, [fieldCache])
  const listed = (fieldState.server?.assignments ?? []).map(({ id }) => id).join(' ')
  useEffect(() => {
    fieldCache.put('seenAssignments', listed === '' ? [] : listed.split(' '))
  }, [fieldCache, listed])
  const ask = async () => {
    const found = await gps.ask()
    if (found) await fieldState.fieldCache.put('fix', found)
  }
  const others = near.filter(({ assignment }) => !held.some((slot) => slot.assignment.id === assignment.id))
  const wanted = others
    .filter(({ assignment }) => picked.includes(assignment.id))
    .map(({ assignment }) => assignment.id)
  const isFull = held.length + wanted.length >= MAX_CLAIMS
  const titleOf = (id: string) => {
    const found = near.find(({ assignment }) => assignment.id === id)
    return found ? wordsOf(found.assignment, locale).title : ''
  }
  const claimPicked = (offline: boolean) => {
    claimed.current = wanted[0]
    claimAll(wanted, offline).then((isDone) => isDone && setPicked([]))
  }
  return (
    <div className="flex flex-col gap-5 pb-8">
      {held.length > 0 && (
        <section aria-labelledby="held" className="flex flex-col gap-2">
          <h2 id="held" ref={mine} tabIndex={-1} className="font-semibold outline-none">
            {t('yours')}
          </h2>
          <Day fieldState={fieldState} held={held} />
        </section>
      )}
      <LastReleased fieldState={fieldState} />
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={gps.asking} onClick={ask}>
          {!gps.asking && <Icon as={LocateFixed} />}
          {t('nearMe')}
        </Button>
        {!isWide && (
          <Button aria-pressed={view === 'map'} onClick={() => setView(view === 'map' ? 'list' : 'map')}>
            <Icon as={view === 'map' ? List : MapIcon} />
            {t(view === 'map' ? 'asList' : 'asMap')}
          </Button>
        )}
        {fieldState.server && <p className="text-soft">{t('asOf', { time: clock(fieldState.server.asOf) })}</p>}
      </div>
      <p role="status" className={gps.problem ? 'font-semibold text-warn' : 'sr-only'}>
        {gps.problem && t('noPlace')}
      </p>
      {others.length === 0 && (
        <EmptyState title={t('emptyTitle')}>
          <p>{t('empty')}</p>
        </EmptyState>
      )}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-8">
        {others.length > 0 && (isWide || view === 'map') && (
          <div className="flex flex-col gap-2 lg:sticky lg:top-4 lg:order-last">
            <AssignmentMap
              near={others}
              fix={fix ?? null}
              chosen={chosen}
              onChoose={setChosen}
              locating={gps.asking}
              onLocate={ask}
            />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-3">
          <div ref={problemRef} className="empty:hidden">
            {problem && (
              <Notice tone="danger" announce="assertive">
                {problem}
              </Notice>
            )}
            {refused.length > 0 && (
              <Notice tone="warn" announce="assertive" title={t('notClaimed', { count: refused.length })}>
                <ul className="list-disc ps-5">
                  {refused.map(({ assignmentId, why }) => (
                    <li key={assignmentId}>
                      {titleOf(assignmentId)}: {why}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
          </div>
          {wanted.length > 1 && (
            <div className="sticky top-2 z-10 flex flex-wrap gap-2 rounded-control bg-raised p-3 shadow-lg">
              <Button variant="main" busy={busy} onClick={() => claimPicked(false)}>
                {t('claimTogether', { count: wanted.length })}
              </Button>
              <Button busy={busy} onClick={() => claimPicked(true)}>
                {t('claimOffline')}
              </Button>
            </div>
          )}
          <h2 className="sr-only">{t('list')}</h2>
          <ul className="flex flex-col gap-3">
            {others
              .filter(({ assignment }) => isWide || view === 'list' || assignment.id === chosen)
              .map((each) => (
                <li key={each.assignment.id}>
                  <AssignmentCard
                    fieldState={fieldState}
                    {...each}
                    open={each.assignment.id === chosen}
                    onOpen={(open) => setChosen(open ? each.assignment.id : undefined)}
                    isFull={isFull}
                    isPicked={wanted.includes(each.assignment.id)}
                    onPick={() => {
                      const { id } = each.assignment
                      setPicked(wanted.includes(id) ? wanted.filter((one) => one !== id) : [...wanted, id])
                    }}
                    busy={busy}
                    onClaim={(offline) => {
                      claimed.current = each.assignment.id
                      claim(each.assignment.id, offline)
                    }}
                  />
                </li>
              ))}
          </ul>
        </div>
      </div>
    </div>
  )
}
