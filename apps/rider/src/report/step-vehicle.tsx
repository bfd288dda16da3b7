'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { TileButton } from '@salama/ui/components/tile-button.tsx'
import { formatPlate, inCapitals, looksLikePlate } from '@salama/ui/incidents/plate.ts'
import { ArrowRight, Camera, CircleOff, QrCode, RectangleEllipsis } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { lookUp } from '@/vehicle/look-up.ts'
import type { Draft } from './draft.ts'

type Vehicle = NonNullable<Draft['vehicle']>
const KINDS = [
  { kind: 'plate', icon: RectangleEllipsis },
  { kind: 'code', icon: QrCode },
  { kind: 'none', icon: CircleOff },
] as const

const Scanner = dynamic(() => import('@/vehicle/scanner.tsx').then((module) => module.Scanner), { ssr: false })

/** The vehicle: by its plate, its sticker (typed or scanned), or none. */
export function StepVehicle({
  vehicle,
  error,
  onChange,
  onDone,
}: {
  vehicle: Vehicle | undefined
  error: string | undefined
  onChange: (vehicle: Vehicle) => void
  onDone: (vehicle: Vehicle) => void
}) {
  const t = useTranslations('report')
  const [missing, setMissing] = useState(false)
  const [scanning, setScanning] = useState(false)
  const code = useCodeCheck()
  const choose = (kind: Vehicle['kind']) => {
    setScanning(false)
    code.forget()
    const chosen = { kind, text: kind === vehicle?.kind ? vehicle.text : '' }
    if (kind === 'none') onDone(chosen)
    else onChange(chosen)
  }
  const finish = async (typed: Vehicle) => {
    const formatted = { ...typed, text: typed.kind === 'plate' ? formatPlate(typed.text) : typed.text.trim() }
    if (formatted.text.length < 3) setMissing(true)
    else if (formatted.kind !== 'code' || (await code.mayGoOn(formatted.text))) onDone(formatted)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="pairs">
        <TileButton
          icon={<Icon as={Camera} />}
          label={t('vehicle.scan')}
          chosen={scanning}
          onClick={() => {
            code.forget()
            setScanning(true)
          }}
        />
        {KINDS.map(({ kind, icon }) => (
          <TileButton
            key={kind}
            icon={<Icon as={icon} />}
            label={t(`vehicle.${kind}`)}
            chosen={!scanning && kind === vehicle?.kind}
            onClick={() => choose(kind)}
          />
        ))}
      </div>
      {scanning && (
        <Scanner unasked onFound={(code) => onDone({ kind: 'code', text: code })} onClose={() => setScanning(false)} />
      )}
      {!scanning && vehicle && vehicle.kind !== 'none' && (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            finish(vehicle)
          }}
        >
          <Field
            key={vehicle.kind}
            label={t(`vehicle.${vehicle.kind}Label`)}
            hint={t(`vehicle.${vehicle.kind}Hint`)}
            error={missing && vehicle.text.trim().length < 3 ? t('vehicle.missing') : error}
            value={vehicle.text}
            onChange={(event) => {
              code.forget()
              onChange({ ...vehicle, text: inCapitals(event.target.value) })
            }}
            onBlur={() => vehicle.kind === 'plate' && onChange({ ...vehicle, text: formatPlate(vehicle.text) })}
            maxLength={20}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            className="text-xl font-bold tracking-widest [&_label]:text-base [&_label]:tracking-normal [&_p]:text-base [&_p]:font-normal [&_p]:tracking-normal"
          />
          {vehicle.kind === 'plate' && vehicle.text.length >= 6 && !error && !looksLikePlate(vehicle.text) && (
            <p role="status" className="text-soft">
              {t('vehicle.odd')}
            </p>
          )}
          {code.isUnknown && (
            <Notice tone="warn" says="now">
              <p>{t('vehicle.unknownCode')}</p>
            </Notice>
          )}
          <Button type="submit" variant="main" size="large" wide busy={code.isAsking}>
            {t('thisVehicle')}
            {!code.isAsking && <Icon as={ArrowRight} />}
          </Button>
        </form>
      )}
    </div>
  )
}

/** The timeout of the lookup, which is only a hint. */
const ASKING_MS = 3_000

/**
 * Looks up a sticker's code once before accepting it, so that a typo is fixed in this step and not after sending.
 * Without a response, or on a second press, the code is accepted as it is.
 */
function useCodeCheck() {
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
    if (mine !== question.current) return false // the input changed meanwhile
    setIsAsking(false)
    if (found === 'unknown') setDoubted(code)
    return found !== 'unknown'
  }
  return { isAsking, isUnknown: doubted !== null, mayGoOn, forget }
}
