import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { TileButton } from '@salama/ui/components/tile-button.tsx'
import { Link, usePathname } from '@salama/ui/i18n/navigation.ts'
import { LocateFixed, Send } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ClientForm } from '@/client-form.tsx'
import { AlreadyReported } from './already-reported.tsx'
import { Details } from './details.tsx'
import {
  asksInjury,
  asVehicle,
  type Draft,
  type DraftPlace,
  joinsOthers,
  privacyOfDraft,
  showsVehicle,
} from './draft.ts'
import { isOutside, PlaceSummary } from './place-summary.tsx'
import { type Part, vehicleProblem } from './steps.ts'
import type { ReportContext } from './use-report-context.ts'
import { useVehicleCheck } from './use-vehicle-check.ts'
import { VehicleField } from './vehicle-field.tsx'

/** The last step: what will be sent, what else there is to know (`children`), and the send button at the thumb. */
export function StepSend({
  draft,
  place,
  context,
  errorAt,
  sending,
  again,
  onChange,
  onMove,
  onChangePlace,
  onConfirmed,
  onSend,
  children,
}: {
  draft: Draft
  place: DraftPlace | undefined
  context: ReportContext
  /** What the server said of a field. */
  errorAt: (part: Part) => string | undefined
  sending: boolean
  /** A previous attempt failed. */
  again: boolean
  onChange: (draft: Draft) => void
  onMove: (place: { lat: number; lng: number }) => void
  onChangePlace: () => void
  onConfirmed: () => void
  onSend: () => void
  children: ReactNode
}) {
  const t = useTranslations('report')
  const vehicleField = useRef<HTMLInputElement>(null)
  const [wrongVehicle, setWrongVehicle] = useState<'plate' | 'code' | null>(null)
  const typed = draft.vehicle?.text ?? ''
  const check = useVehicleCheck(typed)
  // Stays while its text is being removed.
  const [hadVehicle] = useState(() => showsVehicle(draft))
  const incident = context.state === 'known' ? context.incident : null
  const send = () => {
    const wrong = vehicleProblem(draft, check.state === 'unknown')
    setWrongVehicle(wrong)
    if (wrong === null) onSend()
    else vehicleField.current?.focus()
  }
  return (
    <ClientForm className="contents" onSend={send}>
      {incident && <AlreadyReported key={incident.id} incident={incident} onConfirmed={onConfirmed} />}
      <PlaceSummary place={place} context={context} error={errorAt('place')} onMove={onMove} onChange={onChangePlace} />
      {asksInjury(draft.category) && (
        <InjuryField chosen={draft.injury} onChoose={(injury) => onChange({ ...draft, injury })} />
      )}
      {(hadVehicle || showsVehicle(draft)) && (
        <VehicleField
          ref={vehicleField}
          text={typed}
          check={check}
          error={wrongVehicle ? t(`vehicle.wrong.${wrongVehicle}`) : errorAt('vehicle')}
          onChange={(text) => {
            setWrongVehicle(null)
            onChange({ ...draft, vehicle: asVehicle(text) })
          }}
        />
      )}
      <Details
        draft={draft}
        errors={{ note: errorAt('note'), happenedAt: errorAt('occurredAt') }}
        onChange={onChange}
      />
      <p aria-live="polite" className="text-sm text-soft">
        {t(`privacy.${privacyOfDraft(draft)}`)}
      </p>
      <WithoutAccount canConfirm={joinsOthers(draft)} />
      {children}
      <Dock>
        <SendButton
          state={sending ? 'sending' : !place ? 'locating' : isOutside(context) ? 'outside' : again ? 'again' : 'ready'}
          onChangePlace={onChangePlace}
        />
      </Dock>
    </ClientForm>
  )
}

type SendState = 'ready' | 'again' | 'sending' | 'locating' | 'outside'

function SendButton({ state, onChangePlace }: { state: SendState; onChangePlace: () => void }) {
  const t = useTranslations('report')
  const common = useTranslations('common')
  if (state === 'outside')
    return (
      <Button variant="main" onClick={onChangePlace}>
        <Icon as={LocateFixed} />
        {t('place.choose')}
      </Button>
    )
  const isBusy = state === 'sending' || state === 'locating'
  return (
    <Button type="submit" variant="main" busy={isBusy}>
      {!isBusy && <Icon as={Send} />}
      {state === 'sending' && common('sending')}
      {state === 'locating' && t('place.finding')}
      {state === 'again' && common('retry')}
      {state === 'ready' && t('send')}
    </Button>
  )
}

type Injury = NonNullable<Draft['injury']>
const ANSWERS = ['none', 'some', 'unknown'] as const satisfies readonly Injury[]

/** Whether anyone was hurt. Without an answer it counts as not known. */
function InjuryField({ chosen, onChoose }: { chosen: Injury | undefined; onChoose: (injury: Injury) => void }) {
  const t = useTranslations('report.injury')
  return (
    <fieldset>
      <legend className="pb-1 font-semibold">{t('title')}</legend>
      <div className="grid gap-2 @2xs:grid-cols-3">
        {ANSWERS.map((injury) => (
          <TileButton key={injury} label={t(injury)} chosen={injury === chosen} onClick={() => onChoose(injury)} />
        ))}
      </div>
    </fieldset>
  )
}

/** Says that no account is needed, and what one would add: nothing for a report that is not clustered. */
function WithoutAccount({ canConfirm }: { canConfirm: boolean }) {
  const t = useTranslations('report')
  const locale = useLocale()
  const path = usePathname()
  const [isSignedIn, setIsSignedIn] = useState(() => remembered() !== null)
  useEffect(() => {
    currentAccount().then((mark) => setIsSignedIn(mark !== null))
  }, [])
  if (isSignedIn) return null
  const back = encodeURIComponent(`/${locale}${path}?resume=1`)
  return (
    <div className="text-sm text-soft">
      <p>{t('withoutAccount')}</p>
      {canConfirm && (
        <Link
          href={`/sign-in?callbackUrl=${back}`}
          replace
          className="touch-link font-semibold decoration-line decoration-2 underline-offset-4"
        >
          {t('signInFirst')}
        </Link>
      )}
    </div>
  )
}
