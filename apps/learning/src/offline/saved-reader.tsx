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
import { parseRequestedPage, type RequestedPage } from './requested-page.ts'
import { SavedCourseView, SavedModuleView, useSavedCourses, useStepStates } from './saved-course.tsx'
import type { SavedCourse } from './saved-courses.ts'
import { SavedLesson, SavedQuiz } from './saved-step.tsx'

/** Shows saved courses; the requested page is in the URL. */
export function SavedReader() {
  const common = useTranslations('common')
  const saved = useSavedCourses()
  const url = useRequestedUrl()
  if (saved === null || url === null) return <p role="status">{common('loading')}</p>
  const requested = parseRequestedPage(url)
  const course = saved.courses.find(({ slug }) => slug === requested?.course)
  if (requested && course) return <RequestedPageView course={course} requested={requested} saved={saved} url={url} />
  return <SavedList courses={saved.courses} url={url} />
}

/**
 * The URL that the service worker was asked for; null until hydration. No reload when online: a quiz may be under way.
 */
function useRequestedUrl(): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    setUrl(safeCallbackUrl(new URLSearchParams(window.location.search).get('to')))
  }, [])
  return url
}

type Saved = NonNullable<ReturnType<typeof useSavedCourses>>

function RequestedPageView({
  course,
  requested,
  saved,
  url,
}: {
  course: SavedCourse
  requested: RequestedPage
  saved: Saved
  url: string
}) {
  const content = course.content[useLocale()]
  const stateOf = useStepStates(course.slug, saved)
  if (!content) return <FromThisPhone url={url} />
  const module = content.modules.find(({ slug }) => slug === requested.module)
  const lesson = module?.lessons.find(({ slug }) => slug === requested.item)
  const props = { content, addresses: course.addresses, stateOf, isKnown: saved.account !== null }
  return (
    <>
      <FromThisPhone url={url} />
      {module && lesson ? (
        <SavedLesson {...props} module={module} lesson={lesson} />
      ) : module && requested.item !== undefined && module.questions.length > 0 ? (
        <SavedQuiz {...props} module={module} />
      ) : module ? (
        <SavedModuleView {...props} module={module} />
      ) : (
        <SavedCourseView {...props} />
      )}
    </>
  )
}

/** That this is the copy; once the phone is online again, the way to the current page: a quiz may be under way. */
export function FromThisPhone({ url }: { url: string }) {
  const t = useTranslations('offline')
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    const online = () => setBack(true)
    const offline = () => setBack(false)
    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
    }
  }, [])
  if (isBack)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 border-b border-line py-2 font-semibold">
        {t('backOnline')}
        <a href={url} className="touch-link">
          {t('toLive')}
        </a>
      </p>
    )
  return (
    <p className="flex items-center gap-2 border-b border-line py-2 font-semibold text-soft">
      <Icon as={Smartphone} />
      {t('fromThisPhone')}
    </p>
  )
}

function SavedList({ courses, url }: { courses: SavedCourse[]; url: string }) {
  const t = useTranslations('offline')
  const locale = useLocale()
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="flex flex-wrap gap-3">
        <Button variant="main" onClick={() => window.location.assign(url)}>
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
          <h2 id="kept" className="pb-2 font-semibold">
            {t('kept')}
          </h2>
          <ul className="border-t border-line">
            {courses.map(({ slug, content }) => (
              <li key={slug} className="border-b border-line">
                <a
                  href={`/${locale}/offline?to=${encodeURIComponent(`/${locale}${pathOf(slug)}`)}`}
                  className="flex min-h-14 items-center font-semibold text-link underline"
                >
                  {content[locale]?.title ?? slug}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
