import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { formatPlate, inCapitals } from '@salama/ui/incidents/plate.ts'
import { Camera, CircleCheck, CircleHelp, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type Ref, useState } from 'react'
import type { VehicleCheck } from './use-vehicle-check.ts'

const Scanner = dynamic(() => import('@/vehicle/scanner.tsx').then((module) => module.Scanner), { ssr: false })

/** The plate or the code of a sticker, typed or scanned, with what the register says of it. It is always optional. */
export function VehicleField({
  ref,
  text,
  check,
  error,
  onChange,
}: {
  ref?: Ref<HTMLInputElement>
  text: string
  check: VehicleCheck
  error: string | undefined
  onChange: (text: string) => void
}) {
  const t = useTranslations('report.vehicle')
  const common = useTranslations('common')
  const [isScanning, setIsScanning] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <Field
        {...(ref && { ref })}
        label={t('label')}
        hint={t('hint')}
        optional={common('optional')}
        error={error}
        value={text}
        onChange={(event) => onChange(inCapitals(event.target.value))}
        onBlur={() => onChange(formatPlate(text))}
        maxLength={20}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        className="[&_input]:text-xl [&_input]:font-bold [&_input]:tracking-widest"
      />
      <CheckLine check={check} onChange={onChange} />
      {isScanning ? (
        <Scanner
          unasked
          onFound={(code) => {
            onChange(code)
            setIsScanning(false)
          }}
          onClose={() => setIsScanning(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {text === '' ? (
            <Button onClick={() => setIsScanning(true)}>
              <Icon as={Camera} />
              {t('scan')}
            </Button>
          ) : (
            <Button onClick={() => onChange('')}>
              <Icon as={X} />
              {t('remove')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function CheckLine({ check, onChange }: { check: VehicleCheck; onChange: (text: string) => void }) {
  const t = useTranslations('report.vehicle')
  return (
    <p role="status" className="flex items-start gap-2 empty:hidden">
      {check.state === 'known' && (
        <>
          <Icon as={CircleCheck} className="mt-1 text-ok" />
          <span>
            <strong>{[check.vehicle.plate, check.vehicle.fleetName].filter(Boolean).join(' · ')}</strong>
            {check.vehicle.sacco && <span className="block text-soft">{check.vehicle.sacco.name}</span>}
          </span>
        </>
      )}
      {check.state === 'alike' && (
        <span className="flex flex-wrap gap-2">
          {check.plates.map((plate) => (
            <Button key={plate} onClick={() => onChange(plate)}>
              <Icon as={CircleHelp} />
              {t('didYouMean', { plate })}
            </Button>
          ))}
        </span>
      )}
      {(check.state === 'odd' || check.state === 'unknown') && (
        <>
          <Icon as={CircleHelp} className="mt-1 text-soft" />
          <span>{t(check.state)}</span>
        </>
      )}
    </p>
  )
}
