'use client'

import { Field } from '@salama/ui/components/field.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { formatPlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { FieldState } from '@/field-state/field-state.tsx'
import { type Found, searchKnown } from '@/field-state/known-vehicles.ts'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'

/** Looks a vehicle up in the register that the phone holds, also offline. */
export const RegisterPage = () => <FieldState>{(fieldState) => <Register fieldState={fieldState} />}</FieldState>

/** With fewer letters nearly everything is found. */
const LEAST = 2
const MOST = 30

function Register({ fieldState: { fieldCache } }: { fieldState: OpenFieldState }) {
  const t = useTranslations('register')
  const { moment } = useTimes()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ key: string; list: Found | null }>()
  const key = plateKey(typed)
  useEffect(() => {
    let isLeft = false
    if (key.length >= LEAST) searchKnown(fieldCache, key, MOST + 1).then((list) => isLeft || setFound({ key, list }))
    return () => {
      isLeft = true
    }
  }, [fieldCache, key])
  const list = found?.list
  const isShown = key.length >= LEAST && found !== undefined
  const vehicles = isShown ? (list?.vehicles.slice(0, MOST) ?? []) : []
  const words = () => {
    if (!isShown) return ''
    if (!list) return t('noList')
    if (list.vehicles.length > MOST) return t('more', { count: MOST })
    return t('found', { count: list.vehicles.length })
  }
  return (
    <div className="flex flex-col gap-4 pb-8">
      <Field
        label={t('plate')}
        hint={t('hint')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
      />
      <p role="status" className="min-h-6 font-semibold">
        {words()}
      </p>
      <ul className="rows">
        {vehicles.map(({ plate, sacco, routes, capacity }) => (
          <li key={plate} className="flex flex-col items-start gap-1 py-2">
            <Plate value={formatPlate(plate)} />
            <p>
              {[sacco?.name, routes.map(({ shortName }) => shortName).join(', '), capacity && t('seats', { capacity })]
                .filter(Boolean)
                .join(' · ') || t('nothing')}
            </p>
          </li>
        ))}
      </ul>
      {isShown && list && <p className="text-soft">{t('asOf', { time: moment(list.asOf) })}</p>}
    </div>
  )
}
