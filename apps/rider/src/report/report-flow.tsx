'use client'

import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import { Answers } from './answers.tsx'
import {
  type Draft,
  discardDraft,
  helplineOf,
  isSensitive,
  newDraft,
  readDraft,
  saveDraft,
  withCategory,
  withVehicle,
} from './draft.ts'
import { DraftNotice, FoundSensitive, NotSavedNotice, ProblemNotice } from './problem-notice.tsx'
import { QuickExit } from './quick-exit.tsx'
import type { SendProblem } from './send-report.ts'
import { SentReport } from './sent-report.tsx'
import { usePreparedStageSearch } from './stage-search.tsx'
import { StepCategory, StepInjury } from './step-category.tsx'
import { StepPlace } from './step-place.tsx'
import { StepSend } from './step-send.tsx'
import { StepVehicle } from './step-vehicle.tsx'
import { answeredBefore, nextStep, type Step, stepOfPath, stepsOf } from './steps.ts'
import { Support, SupportLine } from './support.tsx'
import { useCoverage } from './use-coverage.ts'
import { useSend } from './use-send.ts'

const EMPTY: Draft = { id: '', receiptCode: '', note: '', happenedAt: '' }

/**
 * The report form from the first step to the receipt. One question at a time, with the previous answers above it. Steps
 * add no history entries (see quick-exit.tsx). The page is the same for everybody, so that it can be cached and opened
 * offline.
 */
export function ReportFlow() {
  const t = useTranslations('report')
  const { draft: saved, found, isSaved, asked: address, change, handOver, startAgain } = useDraft()
  const draft = saved ?? EMPTY
  const { resumed } = address
  const [asked, setAsked] = useState<Step | null>(null)
  const [opened, setOpened] = useState(false)
  const coverage = useCoverage(draft.place)
  const sending = useSend(draft, change, handOver)
  usePreparedStageSearch()
  const step = asked ?? nextStep(draft)
  const { heading, above } = useFocusOnChange(step)
  useTakeBack(saved !== null && !found && !sending.sent ? address.change : null, sending.takeBack)

  if (sending.sent)
    return (
      <div className="mx-auto max-w-2xl">
        <SentReport sent={sending.sent} onTakeBack={sending.takeBack} onStartNew={sending.startNew} />
      </div>
    )
  if (found && !opened && !resumed && isSensitive(draft.category))
    return (
      <SplitPage head={<PageHeader title={t('heading')} />}>
        <FoundSensitive onContinue={() => setOpened(true)} onDelete={startAgain} />
      </SplitPage>
    )

  const edit = (edited: Draft) => {
    sending.forgive()
    change(edited)
  }
  const answerTo = (answered: Draft) => {
    edit(answered)
    setAsked(null)
  }
  const errors = errorsBySteps(sending.problem)
  const errorOf = (of: Step) => (errors.has(of) ? t(`wrong.${of}`) : undefined)
  const errorAt = (path: 'note' | 'occurredAt') =>
    sending.problem?.paths.includes(path) ? t(`wrong.${path}`) : undefined
  const sensitive = isSensitive(draft.category)
  const isFirst = step === stepsOf(draft)[1]
  const isLater = !isFirst && step !== 'category'
  return (
    <>
      {sensitive && <QuickExit>{isLater && <SupportLine line={helplineOf(draft.category)} />}</QuickExit>}
      <SplitPage
        {...(step === 'send' && { className: '@container' })}
        head={
          <>
            <PageHeader title={t('heading')}>
              <p className="hidden md:block">{t('lead')}</p>
            </PageHeader>
            {found && <DraftNotice resumed={resumed} waits={address.change !== null} onStartAgain={startAgain} />}
            <Answers
              draft={draft}
              coverage={coverage}
              steps={answeredBefore(draft, step)}
              errorOf={errorOf}
              onChange={setAsked}
            />
          </>
        }
      >
        {sensitive && isFirst && <Support ref={above} />}
        <section aria-labelledby="question" className="flex flex-col gap-4">
          <h2 id="question" ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl font-bold outline-none">
            {t(`questions.${step}`)}
          </h2>
          {step === 'category' && (
            <StepCategory chosen={draft.category} onChoose={(category) => answerTo(withCategory(draft, category))} />
          )}
          {step === 'injury' && (
            <StepInjury chosen={draft.injury} onChoose={(injury) => answerTo({ ...draft, injury })} />
          )}
          {step === 'place' && (
            <StepPlace
              place={draft.place}
              coverage={coverage}
              onChange={(place) => {
                setAsked('place')
                edit({ ...draft, place })
              }}
              onDone={() => setAsked(null)}
            />
          )}
          {step === 'vehicle' && (
            <StepVehicle
              vehicle={draft.vehicle}
              error={errorOf('vehicle')}
              onChange={(vehicle) => {
                setAsked('vehicle')
                edit({ ...draft, vehicle })
              }}
              onDone={(vehicle) => answerTo({ ...draft, vehicle })}
            />
          )}
          {step === 'send' && (
            <>
              {sending.notSaved && <NotSavedNotice reason={sending.notSaved} />}
              {sending.problem && <ProblemNotice problem={sending.problem} onSendAsNew={sending.sendAsNew} />}
            </>
          )}
        </section>
        {step === 'send' && (
          <StepSend
            draft={draft}
            errors={{ note: errorAt('note'), happenedAt: errorAt('occurredAt') }}
            sending={sending.isSending}
            again={sending.problem !== null}
            onChange={edit}
            onSend={sending.send}
          />
        )}
        {sensitive && isLater && <Support />}
        <p className="text-sm text-soft">{t(isSaved ? 'keptHere' : 'notKept')}</p>
      </SplitPage>
    </>
  )
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

/** The steps with errors from the server. */
const errorsBySteps = (problem: SendProblem | null) => new Set(problem?.paths.map(stepOfPath))

/**
 * Scrolls a new step into view together with the answers above it, and moves focus for screen readers; not for the
 * first step, with which the page opened.
 */
function useFocusOnChange(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const above = useRef<HTMLElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus({ preventScroll: true })
    const top = above.current ?? heading.current
    top?.scrollIntoView({ block: 'start' })
    // With large text the answers above can fill the screen.
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return { heading, above }
}

/** The query of the page. It is read on the client, because one cached page serves all URLs. */
type Asked = { resumed: boolean; change: string | null; vehicle: string | undefined }

function readAddress(): Asked {
  const query = new URLSearchParams(window.location.search)
  return {
    resumed: query.get('resume') === '1',
    change: query.get('change'),
    vehicle: query.get('vehicle') ?? undefined,
  }
}

/**
 * The draft on this device, saved on every change. `null` until storage was read (the server has no draft). `found`: it
 * existed before the page was opened. `isSaved`: false when storage fails.
 */
function useDraft() {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [found, setFound] = useState(false)
  const [isSaved, setIsSaved] = useState(true)
  const [asked, setAsked] = useState<Asked>({ resumed: false, change: null, vehicle: undefined })

  useEffect(() => {
    const before = readDraft(localStorage)
    const address = readAddress()
    setAsked(address)
    setFound(before?.category !== undefined)
    setDraft(withVehicle(before ?? newDraft(), address.vehicle))
  }, [])

  const change = (changed: Draft) => {
    setDraft(changed)
    setIsSaved(saveDraft(localStorage, changed))
  }
  /** The report is queued or received: starts a new draft. */
  const handOver = () => {
    discardDraft(localStorage)
    setFound(false)
    setDraft(newDraft())
  }
  const startAgain = () => {
    if (draft) reportOutbox.remove(draft.id).catch(() => null) // photos that were not saved need no deletion
    handOver()
  }
  return { draft, found, isSaved, asked, change, handOver, startAgain }
}
