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
import { SavedCourseView, SavedModuleView, useSavedCourses, useStepStates } from './saved-course.tsx'
import type { SavedCourse } from './saved-courses.ts'
import { SavedLesson, SavedQuiz } from './saved-step.tsx'
import { readWanted, type Wanted } from './wanted.ts'

/** Shows saved courses; the requested page is in the URL. */
export function SavedReader() {
  const common = useTranslations('common')
  const saved = useSavedCourses()
  const asked = useAsked()
  if (saved === null || asked === null) return <p role="status">{common('loading')}</p>
  const wanted = readWanted(asked)
  const course = saved.courses.find(({ slug }) => slug === wanted?.course)
  if (wanted && course) return <Wanted_ course={course} wanted={wanted} saved={saved} />
  return <SavedList courses={saved.courses} asked={asked} />
}

/**
 * The URL that the service worker was requested; null until hydration. It does not reload automatically when back
 * online, because the person may be in the middle of a quiz.
 */
function useAsked(): string | null {
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    setAsked(safeCallbackUrl(new URLSearchParams(window.location.search).get('to')))
  }, [])
  return asked
}

type Saved = NonNullable<ReturnType<typeof useSavedCourses>>

function Wanted_({ course, wanted, saved }: { course: SavedCourse; wanted: Wanted; saved: Saved }) {
  const content = course.content[useLocale()]
  const stateOf = useStepStates(course.slug, saved)
  const module = content.modules.find(({ slug }) => slug === wanted.module)
  const lesson = module?.lessons.find(({ slug }) => slug === wanted.item)
  const props = { content, addresses: course.addresses, stateOf, isKnown: saved.account !== null }
  return (
    <>
      <FromThisPhone />
      {module && lesson ? (
        <SavedLesson {...props} module={module} lesson={lesson} />
      ) : module && wanted.item !== undefined && module.questions.length > 0 ? (
        <SavedQuiz {...props} module={module} />
      ) : module ? (
        <SavedModuleView {...props} module={module} />
      ) : (
        <SavedCourseView {...props} />
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

function SavedList({ courses, asked }: { courses: SavedCourse[]; asked: string }) {
  const t = useTranslations('offline')
  const locale = useLocale()
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="flex flex-wrap gap-3">
        <Button variant="main" onClick={() => window.location.assign(asked)}>
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
