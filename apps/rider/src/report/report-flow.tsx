'use client'

import type { Incident } from '@salama/domain/incidents/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { IncidentSign } from '@salama/ui/incidents/incident-sign.tsx'
import { useOnePress } from '@salama/ui/use-one-press.ts'
import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Confirmed } from './already-reported.tsx'
import { asPin, asPlace, type Draft, helplineOf, isSensitive, withCategory } from './draft.ts'
import { usePreloadedStageSearch } from './lazy-stage-search.tsx'
import { shortNameOf } from './place-name.ts'
import { PlacePicker } from './place-picker.tsx'
import { DraftNotice, FoundSensitive, NotSavedNotice, ProblemNotice } from './problem-notice.tsx'
import { QuickExit } from './quick-exit.tsx'
import { SentReport } from './sent-report.tsx'
import { StepCategory } from './step-category.tsx'
import { StepSend } from './step-send.tsx'
import { nextStep, type Part, partOfPath, type Step } from './steps.ts'
import { Support, SupportLine } from './support.tsx'
import { useAutoLocation } from './use-auto-location.ts'
import { useDraft, withLastVehicle } from './use-draft.ts'
import { useReportContext } from './use-report-context.ts'
import { useSend } from './use-send.ts'
import { useSteps } from './use-steps.ts'

const EMPTY: Draft = { id: '', receiptCode: '', note: '', happenedAt: '' }

/**
 * The report form from the first step to the receipt: the category, while the phone is located, then everything else
 * with the send button. The page is the same for everybody, so that it can be cached and opened offline.
 */
export function ReportFlow() {
  const t = useTranslations('report')
  const categoryName = useTranslations('categories')
  const { draft: saved, found, isSaved, asked: address, change, update, handOver, startAgain } = useDraft()
  const draft = saved ?? EMPTY
  const [opened, setOpened] = useState(false)
  const [confirmed, setConfirmed] = useState<Incident | null>(null)
  const sending = useSend(draft, change, handOver)
  const steps = useSteps(saved && (nextStep(saved) === 'category' ? 'category' : 'send'))
  const [round, setRound] = useState(0)
  // A saved place is kept; a new report is about where the phone is now.
  const location = useAutoLocation(saved !== null && (!found || !draft.place), round, (fix) =>
    update((now) =>
      now.category === undefined || (now.place && !(now.place.kind === 'gps' && now.place.from === 'auto'))
        ? now
        : { ...now, place: asPlace(fix, 'auto') },
    ),
  )
  const place = draft.place ?? (location.fix ? asPlace(location.fix, 'auto') : undefined)
  const context = useReportContext(place, draft)
  usePlaceName(shortNameOf(context), update)
  usePreloadedStageSearch()
  const step = shownStep(steps.step ?? 'category', draft, place !== undefined || location.isLocating)
  const heading = useFocusOnChange(step)
  useOnePress(sending.sent ? 'sent' : confirmed ? 'confirmed' : step)
  useTakeBack(saved !== null && !found && !sending.sent ? address.change : null, async (id) => {
    if (await sending.takeBack(id)) steps.replace('send')
  })

  const restart = () => {
    startAgain()
    steps.replace('category')
  }
  const startNew = () => {
    setConfirmed(null)
    sending.startNew()
    setRound(round + 1)
    steps.replace('category')
  }
  if (sending.sent)
    return (
      <SentReport
        sent={sending.sent}
        onTakeBack={(id) => sending.takeBack(id).then((isThere) => isThere && steps.replace('send'))}
        onStartNew={startNew}
      />
    )
  if (confirmed) return <Confirmed incident={confirmed} onStartNew={startNew} />
  if (found && !opened && !address.resumed && isSensitive(draft.category))
    return (
      <SplitPage head={<PageHeader title={t('heading')} />}>
        <FoundSensitive onContinue={() => setOpened(true)} onDelete={restart} />
      </SplitPage>
    )

  const edit = (edited: Draft) => {
    sending.forgive()
    change(edited)
  }
  const parts = new Set(sending.problem?.paths.map(partOfPath))
  const errorAt = (part: Part) => (parts.has(part) ? t(`wrong.${part}`) : undefined)
  const sensitive = isSensitive(draft.category)
  const helpline = helplineOf(draft.category)
  const notices = (
    <>
      {found && <DraftNotice resumed={address.resumed} waits={address.change !== null} onStartAgain={restart} />}
      {sending.notSaved && <NotSavedNotice reason={sending.notSaved} />}
      {sending.problem && <ProblemNotice problem={sending.problem} onSendAsNew={sending.sendAsNew} />}
    </>
  )
  const end = (
    <>
      {sensitive && <Support />}
      {step !== 'category' && <p className="text-sm text-soft">{t(isSaved ? 'keptHere' : 'notKept')}</p>}
    </>
  )
  const exit = sensitive && <QuickExit>{step !== 'category' && helpline && <SupportLine line={helpline} />}</QuickExit>
  if (step === 'place')
    return (
      <PlacePicker
        start={place ?? location.near ?? undefined}
        heading={heading}
        exit={exit}
        onBack={() => steps.back('category')}
        onChoose={(chosen) => {
          edit({ ...draft, place: chosen })
          if (steps.step === 'place') steps.back('send')
        }}
      >
        {notices}
        {end}
      </PlacePicker>
    )
  return (
    <>
      {exit}
      <div className={cx('@container mx-auto flex w-full max-w-140 flex-col gap-4', step === 'send' && 'min-h-dvh')}>
        <header className="flex min-h-12 items-center gap-2 pt-1">
          {step === 'send' && (
            <button
              type="button"
              aria-label={t('back')}
              onClick={() => steps.back('category')}
              className="-ms-3 grid size-12 shrink-0 place-items-center rounded-full hover:bg-fill"
            >
              <Icon as={ArrowLeft} />
            </button>
          )}
          <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-xl font-bold outline-none">
            {step === 'send' && draft.category !== undefined ? categoryName(draft.category) : t(`questions.${step}`)}
          </h1>
          {step === 'send' && draft.category !== undefined && (
            <span className="@max-3xs:hidden">
              <IncidentSign category={draft.category} corroboration="unverified" />
            </span>
          )}
        </header>
        {notices}
        {step === 'category' && (
          <StepCategory
            chosen={draft.category}
            onChoose={(category) => {
              const { fix } = location
              const located = draft.place || !fix ? draft : { ...draft, place: asPlace(fix, 'auto') }
              edit(withLastVehicle(withCategory(located, category)))
              steps.go('send')
            }}
          />
        )}
        {step === 'send' && (
          <StepSend
            draft={draft}
            place={place}
            context={context}
            errorAt={errorAt}
            sending={sending.isSending}
            again={sending.problem !== null}
            onChange={edit}
            onMove={(moved) => edit({ ...draft, place: asPin(moved) })}
            onChangePlace={() => steps.go('place')}
            onConfirmed={() => {
              if (context.state === 'known') setConfirmed(context.incident)
              handOver()
            }}
            onSend={sending.send}
          >
            {end}
          </StepSend>
        )}
        {step === 'category' && end}
      </div>
    </>
  )
}

/** The last step needs a place: until the phone knows one, the place is asked for in the same entry of the history. */
function shownStep(step: Step, draft: Draft, hasPlace: boolean): Step {
  if (draft.category === undefined) return 'category'
  return step === 'send' && !hasPlace ? 'place' : step
}

/** Saves the name of the place with the draft: it is shown with the receipt, also when the report is sent later. */
function usePlaceName(name: string | undefined, update: (changing: (draft: Draft) => Draft) => void) {
  const save = useEffectEvent((named: string) =>
    update((draft) =>
      draft.place?.kind === 'gps' && draft.place.name !== named
        ? { ...draft, place: { ...draft.place, name: named } }
        : draft,
    ),
  )
  useEffect(() => {
    if (name !== undefined) save(name)
  }, [name])
}

/** Moves a report from the outbox to the form when the page was opened to edit it. */
function useTakeBack(id: string | null, takeBack: (id: string) => Promise<void>) {
  const take = useEffectEvent(takeBack)
  const taken = useRef<string>(undefined)
  useEffect(() => {
    if (id === null || taken.current === id) return
    taken.current = id
    take(id).catch(() => null) // without storage there is nothing to move
  }, [id])
}

/** Moves focus to the heading of a new step, for screen readers; not of the first one, with which the page opened. */
function useFocusOnChange(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
