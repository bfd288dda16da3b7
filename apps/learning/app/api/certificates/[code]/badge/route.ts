import { CITY } from '@salama/domain/shared'
import { appUrls } from '@salama/session'
import { getTranslations } from 'next-intl/server'
import { findCertificate } from '@/certificate/find-certificate.ts'
import { credentialOf, signBadge, signingKey } from '@/certificate/open-badge.ts'
import { download } from '@/download.ts'

type Props = { params: Promise<{ code: string }> }

/** The certificate as an Open Badge: signed, as a token for wallets, or (`?format=json`) its content to read. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const certificate = await findCertificate((await params).code, CITY.languages[0])
  if (!certificate) return new Response(null, { status: 404 })
  const t = await getTranslations({ locale: CITY.languages[0], namespace: 'certificate' })
  const credential = credentialOf(certificate, appUrls().learning ?? '', t('criteria'))
  const key = signingKey()
  const isJson = key === null || new URL(request.url).searchParams.get('format') === 'json'
  const name = `salama-${certificate.code}`
  return isJson
    ? download(JSON.stringify(credential, null, 2), 'application/vc', `${name}.json`)
    : download(await signBadge(credential, key), 'application/vc+jwt', `${name}.jwt`)
}
