'use client'

import { IDENTIFIER_LENGTH, MAX_SEARCH, searched } from '@salama/domain/shared'
import type { searchVehicleProfiles, Vehicle } from '@salama/domain/vehicles/contract'
import { call, problemIn } from '@salama/http/call'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Row } from '@salama/ui/components/row.tsx'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { canBePlate, formatPlate, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { ArrowRight, Megaphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { OnIt } from '@/ride/on-it.tsx'

type Known = z.infer<typeof Vehicle>
/** What was typed, and the vehicles that it finds: by plate, a part of one or one that looks alike, code, fleet name. */
type Found = { q: string; result: readonly Known[] }

const LEAST = 3

/** A field for the code or plate with suggestions while typing; a plain form, too. `initial`: what it found when sent. */
export function FindForm({ initial = null }: { initial?: Found | null }) {
  const t = useTranslations('find')
  const locale = useLocale()
  const [typed, setTyped] = useState(initial?.q ?? '')
  const text = searched(typed)
  const q = text.length < LEAST ? '' : text
  const { found, failure, isCurrent } = useDebouncedSearch(q, find, { initial })
  const hits = q === '' ? [] : (found?.result ?? [])
  const isUnknown = isCurrent && hits.length === 0 && !looksLikePlate(q) && q === initial?.q
  return (
    <div className="flex max-w-md flex-col gap-3">
      <form action={`/${locale}/v`} className="flex flex-col gap-3">
        <Field
          name="code"
          label={t('code')}
          hint={t('codeHint')}
          error={isUnknown ? t('unknown') : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          required
          minLength={LEAST}
          maxLength={IDENTIFIER_LENGTH.most}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="[&_input]:text-xl [&_input]:font-bold [&_input]:tracking-widest"
        />
        <Button type="submit" variant="main" size="large">
          {t('open')}
          <Icon as={ArrowRight} />
        </Button>
      </form>
      {failure ? (
        <Unasked q={q} isOffline={problemIn(failure.cause).code === 'network' && !navigator.onLine} />
      ) : (
        <Suggestions q={q} hits={hits} isCurrent={isCurrent} />
      )}
    </div>
  )
}

/** The known vehicles, best first; then the page of a whole plate that is none of them. */
function Suggestions({ q, hits, isCurrent }: { q: string; hits: readonly Known[]; isCurrent: boolean }) {
  const t = useTranslations('find')
  const hint = useTranslations('plateHint')
  const key = plateKey(q)
  const isNew = isCurrent && looksLikePlate(q) && !hits.some(({ plate }) => plateKey(plate) === key)
  // The letters of a plate are those of hundreds, and find none.
  const needsDigits = q !== '' && isCurrent && hits.length === 0 && !/\d/.test(q)
  const isAlike = ({ plate }: Known) => looksLikePlate(q) && plateKey(plate) !== key
  return (
    <>
      <p role="status" className={needsDigits ? 'text-soft' : 'sr-only'}>
        {q !== '' && isCurrent && (needsDigits ? hint('digits') : t('count', { count: hits.length }))}
      </p>
      {(hits.length > 0 || isNew) && (
        <nav aria-label={t('parts')} aria-busy={!isCurrent} className="rows">
          {hits.map((vehicle) => (
            <Row key={vehicle.id} href={`/v/${vehicle.publicCode}`}>
              {isAlike(vehicle) && (
                <span className="block pb-1 font-semibold">{t('didYouMean', { plate: vehicle.plate })}</span>
              )}
              <Plate value={vehicle.plate} />{' '}
              <span className="text-sm text-soft">
                {[vehicle.fleetName, vehicle.sacco?.name].filter(Boolean).join(' · ')}
              </span>
            </Row>
          ))}
          {isNew && <Row href={`/v/${key}`}>{t('newPlate', { plate: formatPlate(q) })}</Row>}
        </nav>
      )}
    </>
  )
}

/** Without an answer a plate can still be reported about and ridden on: both pages work offline. */
function Unasked({ q, isOffline }: { q: string; isOffline: boolean }) {
  const t = useTranslations('find')
  const vehicle = formatPlate(q)
  return (
    <Notice tone="warn" announce="polite">
      <p>{t(isOffline ? 'offline' : 'notAsked')}</p>
      {canBePlate(q) && (
        <div className="flex flex-wrap gap-2">
          <LinkButton size="large" href={{ pathname: '/report', query: { vehicle } }}>
            <Icon as={Megaphone} />
            {t('report', { plate: vehicle })}
          </LinkButton>
          <OnIt vehicle={vehicle} />
        </div>
      )}
    </Notice>
  )
}

const find = async (q: string, signal: AbortSignal): Promise<readonly Known[]> => {
  const query = { q: q.slice(0, MAX_SEARCH), limit: 8 }
  return (await call<typeof searchVehicleProfiles>('GET /api/vehicle-search', { query, signal })).data
}
