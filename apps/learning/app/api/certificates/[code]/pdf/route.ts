import { certificatePdf } from '@salama/domain/certificates/pdf'
import { fromCityTime } from '@salama/domain/shared'
import { limitAddress, respond } from '@salama/http'
import { appUrls } from '@salama/session'
import { localeOf } from '@salama/ui/i18n/locales.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { getTranslations } from 'next-intl/server'
import { findCertificate } from '@/certificate/find-certificate.ts'
import { download } from '@/download.ts'

type Props = { params: Promise<{ code: string }> }

/** The certificate to print or send, in the language of the page. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return respond(request, 'certificatePdf', async () => {
    const locale = localeOf(new URL(request.url).searchParams.get('locale'))
    const certificate = await findCertificate((await params).code, locale)
    if (!certificate) return new Response(null, { status: 404 })
    await limitAddress(request, 'drawings')
    const t = await getTranslations({ locale, namespace: 'certificate' })
    const { code, course, issuedOn, displayName } = certificate
    const file = await certificatePdf({
      link: `${appUrls().learning ?? ''}/${locale}/certificates/${code}`,
      title: t('title'),
      name: displayName,
      completed: t('completed'),
      course: course.title,
      issued: timesIn(locale).day(fromCityTime(issuedOn)),
      code: `${t('code')} ${code}`,
      check: t('checkAt'),
      locale,
    })
    return download(new Uint8Array(file), 'application/pdf', `salama-${code}.pdf`)
  })
}
