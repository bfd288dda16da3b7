import { MAX_WORDS } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { ClientForm } from '@/client-form.tsx'
import { asVehicle } from './draft.ts'
import type { Addition } from './send-report.ts'
import { vehicleProblem } from './steps.ts'
import { useVehicleCheck } from './use-vehicle-check.ts'
import { VehicleField } from './vehicle-field.tsx'

export type TypedAddition = { plate: string; note: string }

/** A plate, a note, or both, to be added to a report. Needs the messages `report`, `find` and `common`. */
export function AdditionForm({
  typed: { plate, note },
  busy = false,
  onType,
  onSend,
  children,
}: {
  typed: TypedAddition
  busy?: boolean
  onType: (typed: TypedAddition) => void
  onSend: (addition: Addition) => void
  /** A message above the button. */
  children?: ReactNode
}) {
  const t = useTranslations('report')
  const [wrong, setWrong] = useState<'plate' | 'code' | 'empty' | null>(null)
  const check = useVehicleCheck(plate)
  const send = () => {
    const [words, vehicle] = [note.trim(), formatPlate(plate)]
    const problem =
      words === '' && vehicle === ''
        ? 'empty'
        : vehicleProblem({ vehicle: asVehicle(vehicle) }, check.state === 'unknown')
    setWrong(problem)
    if (problem === null && !busy) onSend({ ...(words !== '' && { words }), ...(vehicle !== '' && { vehicle }) })
  }
  return (
    <ClientForm autoComplete="off" className="flex flex-col gap-4" onSend={send}>
      <VehicleField
        text={plate}
        check={check}
        error={wrong === 'plate' || wrong === 'code' ? t(`vehicle.wrong.${wrong}`) : undefined}
        onChange={(text) => onType({ plate: text, note })}
      />
      <Field
        multiline
        label={t('note')}
        hint={t('noteHint')}
        error={wrong === 'empty' ? t('addMore.empty') : undefined}
        maxLength={MAX_WORDS}
        value={note}
        readOnly={busy} // input during the request would be cleared with it
        onChange={(event) => onType({ plate, note: event.target.value })}
      />
      {children}
      <Button type="submit" size="large" busy={busy}>
        {t('addMore.send')}
      </Button>
    </ClientForm>
  )
}
