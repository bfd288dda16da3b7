import { appAddresses } from '@salama/session'
import { getTranslations } from 'next-intl/server'
import { findCertificate } from '@/certificate/find-certificate.ts'
import { credentialOf, signBadge, signingKey } from '@/certificate/open-badge.ts'

type Props = { params: Promise<{ code: string }> }

/** The certificate as an Open Badge: signed, as a token for wallets, or (`?format=json`) its content to read. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const certificate = await findCertificate((await params).code, 'en')
  if (!certificate) return new Response(null, { status: 404 })
  const t = await getTranslations({ locale: 'en', namespace: 'certificate' })
  const credential = credentialOf(certificate, appAddresses().learning ?? '', t('criteria'))
  const key = signingKey()
  const isJson = key === null || new URL(request.url).searchParams.get('format') === 'json'
  return new Response(isJson ? JSON.stringify(credential, null, 2) : await signBadge(credential, key), {
    headers: {
      'content-type': isJson ? 'application/vc' : 'application/vc+jwt',
      'content-disposition': `attachment; filename="salama-${certificate.code}.${isJson ? 'json' : 'jwt'}"`,
      'cache-control': 'no-store',
    },
  })
}
