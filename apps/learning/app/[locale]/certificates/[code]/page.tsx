import { OneLine } from '@salama/domain/shared'
import { appUrls, readSavedForm } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { Button, buttonClass, LinkButton } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { Celebration, CertificateView } from '@/certificate/certificate-view.tsx'
import { findCertificate } from '@/certificate/find-certificate.ts'
import { CourseCard } from '@/courses/course-row.tsx'
import { findLearner, listCourses } from '@/courses/find-course.ts'
import { pathOf } from '@/courses/steps.ts'
import { pageMetadata } from '@/page-metadata.ts'

/** Whether nothing is wrong with a refused name but that its letters cannot be printed. */
const isName = (text: string | undefined) => OneLine.max(80).safeParse(text).success

type Props = PageProps<'/[locale]/certificates/[code]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ code }, t] = await Promise.all([params, getTranslations('certificate')])
  return pageMetadata(`/certificates/${code}`, { title: t('title'), description: t('checkLead') }, { listed: false })
}

/** A certificate, public for anyone with its code. Its holder can set the displayed name. */
export default dataPage(async function CertificatePage({ params, searchParams }: Props) {
  const [{ code }, { again, done, first }, locale] = await Promise.all([params, searchParams, getLocale()])
  const certificate = await findCertificate(decodeURIComponent(code), locale)
  if (!certificate) notFound()
  const [t, learner, saved] = await Promise.all([
    getTranslations('certificate'),
    findLearner(locale),
    readSavedForm(again),
  ])
  const begun = learner.is === 'known' ? learner.courses : []
  const isMine = begun.some((course) => course.certificate?.code === certificate.code)
  const isNew = isMine && first !== undefined
  const others = isMine ? (await listCourses(locale)).filter(({ progress }) => progress.state !== 'completed') : []
  const address = `${appUrls().learning ?? ''}/${locale}/certificates/${certificate.code}`
  const files = `/api/certificates/${certificate.code}`
  const nameForm = isMine && (
    <form
      method="post"
      action={`/api/me/name?locale=${locale}`}
      className="flex flex-col items-start gap-3 rounded-control bg-raised p-4 print:hidden"
    >
      <input type="hidden" name="certificate" value={certificate.code} />
      {done !== undefined && (
        <Notice tone="ok" announce="polite">
          {t('nameKept')}
        </Notice>
      )}
      <Field
        name="displayName"
        label={t(certificate.displayName === null ? 'nameFirst' : 'name')}
        hint={t('nameHint')}
        maxLength={80}
        autoComplete="name"
        defaultValue={saved?.values.displayName?.[0] ?? certificate.displayName ?? ''}
        error={saved ? t(isName(saved.values.displayName?.[0]) ? 'nameUnprintable' : 'nameWrong') : undefined}
        className="w-full max-w-md"
      />
      <Button type="submit" {...(certificate.displayName === null && { variant: 'main' as const })}>
        {t('nameKeep')}
      </Button>
    </form>
  )
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      {isNew && <Celebration />}
      <PageHeader title={isNew ? t('congratulations') : t('title')}>
        {/* Not printed, because a forged printout could carry the same sentence. */}
        <p className="print:hidden">{isNew ? t('youDidIt', { course: certificate.course.title }) : t('genuine')}</p>
      </PageHeader>
      {certificate.displayName === null && nameForm}
      <CertificateView certificate={certificate} address={address} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <a
          href={`${files}/pdf?locale=${locale}`}
          download
          className={buttonClass(certificate.displayName === null ? {} : { variant: 'main' })}
        >
          <Icon as={Download} />
          {t('pdf')}
        </a>
        <ClientMessages of={['shareLink']}>
          <ShareButton title={`${t('certificateOf')}: ${certificate.course.title}`} url={address} />
        </ClientMessages>
      </div>
      {certificate.displayName !== null && nameForm}
      <p className="max-w-prose text-soft">{t('means')}</p>
      <details className="rounded-control bg-raised px-3 print:hidden">
        <summary className="flex min-h-touch cursor-pointer items-center py-2 font-semibold text-link underline">
          {t('badge')}
        </summary>
        <div className="flex flex-col items-start gap-3 py-3">
          <p>{t('badgeWords')}</p>
          <div className="flex flex-wrap gap-3">
            <a href={`${files}/badge`} download className={buttonClass({})}>
              {t('badgeSigned')}
            </a>
            <a href={`${files}/badge?format=json`} download className={buttonClass({ variant: 'quiet' })}>
              {t('badgeJson')}
            </a>
          </div>
        </div>
      </details>
      {others.length > 0 && (
        <section aria-labelledby="next" className="flex flex-col gap-3 print:hidden">
          <h2 id="next" className="font-semibold">
            {t('whatNext')}
          </h2>
          <ul className="grid gap-5 md:grid-cols-2">
            {others.slice(0, 2).map((course) => (
              <CourseCard key={course.id} course={course} begun={begun} />
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap gap-3 print:hidden">
        <LinkButton href={pathOf(certificate.course.slug)}>{t('toCourse')}</LinkButton>
        <LinkButton href="/check">{t('checkAnother')}</LinkButton>
      </div>
    </div>
  )
})
