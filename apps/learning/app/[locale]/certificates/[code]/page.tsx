import { getCertificate } from '@salama/domain/certificates'
import { DomainError } from '@salama/domain/shared'
import { appAddresses, getCaller, readSavedForm } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { CertificateView } from '@/certificate/certificate-view.tsx'
import { findLearner } from '@/courses/find-course.ts'
import { pathOf } from '@/courses/steps.ts'
import { pageMetadata } from '@/page-metadata.ts'

type Props = PageProps<'/[locale]/certificates/[code]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ code }, t] = await Promise.all([params, getTranslations('certificate')])
  return pageMetadata(`/certificates/${code}`, { title: t('title'), description: t('checkLead') }, { listed: false })
}

/** A certificate, public for anyone with its code. Its holder can set the displayed name. */
export default dataPage(async function CertificatePage({ params, searchParams }: Props) {
  const [{ code }, { again, done }, locale] = await Promise.all([params, searchParams, getLocale()])
  const certificate = await findCertificate(decodeURIComponent(code), locale)
  if (!certificate) notFound()
  const [t, learner, saved] = await Promise.all([
    getTranslations('certificate'),
    findLearner(locale),
    readSavedForm(again),
  ])
  const isMine =
    learner.is === 'known' && learner.courses.some((course) => course.certificate?.code === certificate.code)
  const address = `${appAddresses().learning ?? ''}/${locale}/certificates/${certificate.code}`
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader title={t('title')}>
        {/* Not printed, because a forged printout could carry the same sentence. */}
        <p className="print:hidden">{t('genuine')}</p>
      </PageHeader>
      <CertificateView certificate={certificate} address={address} />
      <p className="max-w-prose text-soft">{t('means')}</p>
      {isMine && (
        <form
          method="post"
          action={`/api/me/name?locale=${locale}`}
          className="flex flex-col items-start gap-3 border-t-2 border-line pt-5 print:hidden"
        >
          <input type="hidden" name="certificate" value={certificate.code} />
          {done !== undefined && (
            <Notice tone="ok" says="soon">
              {t('nameKept')}
            </Notice>
          )}
          <Field
            name="displayName"
            label={t('name')}
            hint={t('nameHint')}
            maxLength={80}
            autoComplete="name"
            defaultValue={saved?.values.displayName?.[0] ?? certificate.displayName ?? ''}
            error={saved ? t('nameWrong') : undefined}
            className="w-full max-w-md"
          />
          <Button type="submit">{t('nameKeep')}</Button>
        </form>
      )}
      <div className="flex flex-wrap gap-3 print:hidden">
        <LinkButton href={pathOf(certificate.course.slug)}>{t('toCourse')}</LinkButton>
        <LinkButton href="/check">{t('checkAnother')}</LinkButton>
      </div>
    </div>
  )
})

/** The certificate of a code, in any spelling; null if there is none. */
const findCertificate = cache(async (code: string, locale: Locale) => {
  const asked = getCertificate.operation.params.safeParse({ code }).data
  if (!asked) return null
  try {
    return await getCertificate(await getCaller(), { ...asked, locale })
  } catch (error) {
    if (error instanceof DomainError && error.slug === 'not_found') return null
    throw error
  }
})
