import { remembered } from '@salama/outbox/account.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ArrowLeft, Smartphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { DoneMark, Rule, StepName } from '@/courses/step-link.tsx'
import { pathOf, QUIZ, type Step } from '@/courses/steps.ts'
import { GuestMark } from '@/guest/guest-progress.tsx'
import { completionOutbox } from '@/outbox/completion-outbox.ts'
import { listSaved, readProgress, type SavedContent, type SavedCourse, type SavedProgress } from './saved-courses.ts'

export type SavedProps = {
  content: SavedContent
  addresses: SavedCourse['addresses']
  stateOf: (step: Pick<Step, 'module' | 'item'>) => StepState
  /** Whether somebody was signed in on this phone when it was last online. */
  isKnown: boolean
}
export type SavedModule = SavedContent['modules'][number]

/** A plain link within the course: online the service worker loads the page, otherwise it serves the saved one. */
export function SavedLink({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  return (
    <a href={`/${useLocale()}${path}`} className={className}>
      {children}
    </a>
  )
}

/** The header of a page from saved data. */
export function SavedHeader({
  title,
  back,
  children,
}: {
  title: string
  back: { path: string; label: string }
  children?: ReactNode
}) {
  return (
    <header className="flex flex-col gap-2 pb-2">
      <SavedLink
        path={back.path}
        className="inline-flex min-h-touch items-center gap-2 self-start font-semibold text-link"
      >
        <Icon as={ArrowLeft} />
        {back.label}
      </SavedLink>
      <h1 className="text-xl font-bold md:text-3xl">{title}</h1>
      {children && <div className="max-w-prose text-soft">{children}</div>}
    </header>
  )
}

export function SavedCourseView(props: SavedProps) {
  const t = useTranslations('courses')
  const { content } = props
  return (
    <>
      <SavedHeader title={content.title} back={{ path: '/offline', label: t('title') }}>
        <p>{content.summary}</p>
      </SavedHeader>
      <ol className="border-t border-line">
        {content.modules.map((module, index) => (
          <li key={module.id} className="flex flex-col gap-1 border-b border-line py-4">
            <h2 className="font-semibold">
              <SavedLink path={pathOf(content.slug, module.slug)} className="touch-link">
                {t('numbered', { n: index + 1, title: module.title })}
              </SavedLink>
            </h2>
            <Steps {...props} module={module} />
          </li>
        ))}
      </ol>
      <Rule percent={content.rule.quizPassPercent} whole />
    </>
  )
}

export function SavedModuleView({ module, ...props }: SavedProps & { module: SavedModule }) {
  const { content } = props
  return (
    <>
      <SavedHeader title={module.title} back={{ path: pathOf(content.slug), label: content.title }}>
        <p>{module.summary}</p>
      </SavedHeader>
      <Steps {...props} module={module} />
      <Rule percent={content.rule.quizPassPercent} whole={false} />
    </>
  )
}

function Steps({ content, module, stateOf, isKnown }: SavedProps & { module: SavedModule }) {
  const t = useTranslations('courses')
  const steps = [
    ...module.lessons.map(({ slug, title, minutes }) => ({ item: slug, status: { title, minutes } })),
    ...(module.questions.length > 0 ? [{ item: QUIZ, status: { questions: module.questions.length } }] : []),
  ]
  return (
    <ul>
      {steps.map(({ item, status }) => (
        <li key={item}>
          <SavedLink
            path={pathOf(content.slug, module.slug, item)}
            className="flex min-h-12 items-center gap-3 py-1 font-semibold hover:bg-sunken"
          >
            {isKnown ? (
              <SavedMark state={stateOf({ module: module.slug, item })} />
            ) : (
              <GuestMark moduleId={module.id} item={item} done={t('done')} notDone={t('notDone')} />
            )}
            <span className="min-w-0 flex-1">
              <StepName {...status} />
            </span>
          </SavedLink>
        </li>
      ))}
    </ul>
  )
}

/** Completed, pending and remaining items. */
function SavedMark({ state }: { state: StepState }) {
  const t = useTranslations('offline')
  return state === 'saved' ? <Icon as={Smartphone} label={t('savedHere')} /> : <DoneMark done={state === 'done'} />
}

type Saved = { courses: SavedCourse[]; account: string | null; progress: SavedProgress | null }

/** The completions on this phone; null until storage was read, empty without storage. */
export function useSavedCourses(): Saved | null {
  const [saved, setSaved] = useState<Saved | null>(null)
  useEffect(() => {
    const account = remembered()
    Promise.all([listSaved(), readProgress(account)])
      .then(([courses, progress]) => setSaved({ courses, account, progress }))
      .catch(() => setSaved({ courses: [], account, progress: null }))
  }, [])
  return saved
}

/** Whether a step is completed, on the server or pending on this phone. */
type StepState = 'done' | 'saved' | 'open'

export function useStepStates(course: string, saved: Saved | null): (step: Pick<Step, 'module' | 'item'>) => StepState {
  const entries = useOutbox(completionOutbox)
  const modules = saved?.progress?.courses.find(({ slug }) => slug === course)?.modules ?? []
  const marks = Array.isArray(entries)
    ? entries.filter(({ item: { content } }) => content.course === course && content.account === saved?.account)
    : []
  return ({ module, item }) => {
    const isKnown = modules.some(({ slug, completedItems }) => slug === module && completedItems.includes(item))
    const mine = marks.filter(({ item: { content } }) => content.module === module && content.item === item)
    const isConfirmed = mine.some(({ item: { reply } }) => reply?.module.completedItems.includes(item))
    if (isKnown || isConfirmed) return 'done'
    return mine.some(({ item: { state } }) => state === 'waiting' || state === 'sign_in') ? 'saved' : 'open'
  }
}
