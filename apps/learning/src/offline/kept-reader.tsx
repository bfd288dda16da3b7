'use client'

import { safeCallbackUrl } from '@salama/session/callback-url'
import { Button, buttonClass } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { RotateCw, Smartphone, WifiOff } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { pathOf } from '@/courses/steps.ts'
import type { KeptCourse } from './kept.ts'
import { KeptCourseView, KeptModuleView, useKept, useStepStates } from './kept-course.tsx'
import { KeptLesson, KeptQuiz } from './kept-step.tsx'
import { readWanted, type Wanted } from './wanted.ts'

/** Reads courses that are kept on this phone; what was asked for is in the address. */
export function KeptReader() {
  const common = useTranslations('common')
  const kept = useKept()
  const asked = useAsked()
  if (kept === null || asked === null) return <p role="status">{common('loading')}</p>
  const wanted = readWanted(asked)
  const course = kept.courses.find(({ slug }) => slug === wanted?.course)
  if (wanted && course) return <Wanted_ course={course} wanted={wanted} kept={kept} />
  return <KeptList courses={kept.courses} asked={asked} />
}

/**
 * Where the service worker was asked to go; null until a script has looked. Nobody is taken there by itself when the line
 * is back: they may be in the middle of a quiz.
 */
function useAsked(): string | null {
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    setAsked(safeCallbackUrl(new URLSearchParams(window.location.search).get('to')))
  }, [])
  return asked
}

type Kept = NonNullable<ReturnType<typeof useKept>>

function Wanted_({ course, wanted, kept }: { course: KeptCourse; wanted: Wanted; kept: Kept }) {
  const content = course.content[useLocale()]
  const stateOf = useStepStates(course.slug, kept)
  const module = content.modules.find(({ slug }) => slug === wanted.module)
  const lesson = module?.lessons.find(({ slug }) => slug === wanted.item)
  const props = { content, addresses: course.addresses, stateOf, isKnown: kept.account !== null }
  return (
    <>
      <FromThisPhone />
      {module && lesson ? (
        <KeptLesson {...props} module={module} lesson={lesson} />
      ) : module && wanted.item !== undefined && module.questions.length > 0 ? (
        <KeptQuiz {...props} module={module} />
      ) : module ? (
        <KeptModuleView {...props} module={module} />
      ) : (
        <KeptCourseView {...props} />
      )}
    </>
  )
}

function FromThisPhone() {
  const t = useTranslations('offline')
  return (
    <p className="flex items-center gap-2 border-b-2 border-line py-2 font-semibold text-soft">
      <Icon as={Smartphone} />
      {t('fromThisPhone')}
    </p>
  )
}

function KeptList({ courses, asked }: { courses: KeptCourse[]; asked: string }) {
  const t = useTranslations('offline')
  const locale = useLocale()
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="flex flex-wrap gap-3">
        <Button look="main" onClick={() => window.location.assign(asked)}>
          <Icon as={RotateCw} />
          {t('retry')}
        </Button>
        <a href={`/${locale}/outbox`} className={buttonClass({})}>
          <Icon as={Smartphone} />
          {t('outbox')}
        </a>
      </div>
      {courses.length === 0 ? (
        <EmptyState icon={<Icon as={WifiOff} />} title={t('emptyTitle')}>
          <p>{t('empty')}</p>
        </EmptyState>
      ) : (
        <section aria-labelledby="kept">
          <h2 id="kept" className="pb-2 text-xl font-bold">
            {t('kept')}
          </h2>
          <ul className="border-t-2 border-line">
            {courses.map(({ slug, content }) => (
              <li key={slug} className="border-b-2 border-line">
                <a
                  href={`/${locale}/offline?to=${encodeURIComponent(`/${locale}${pathOf(slug)}`)}`}
                  className="flex min-h-14 items-center font-semibold text-link underline"
                >
                  {content[locale].title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
