import { ERRORS, FIELD_PROBLEMS, isErrorSlug } from '@salama/domain/shared'
import { ownUrl } from '@salama/session'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { CodeBlock } from '@/code-block'
import { exampleOf, operationsWith } from '@/references/errors'
import { Frame } from '@/references/frame'

type Props = { params: Promise<{ code: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params
  return isErrorSlug(code) ? { title: code, description: ERRORS[code].title } : {}
}

/** The target of a problem's `type`. Rendered per request, because its scripts have a nonce. */
export default async function Page({ params }: Props) {
  await connection()
  const { code } = await params
  if (!isErrorSlug(code)) notFound()
  const operations = operationsWith(code)
  const said = await Promise.all(
    routing.locales.map(
      async (locale) => [locale, (await getTranslations({ locale, namespace: 'errors' }))(code)] as const,
    ),
  )
  return (
    <Frame title={<code>{code}</code>} back={{ href: '/errors', label: 'All error codes' }}>
      <p>{ERRORS[code].title}</p>
      <p>
        HTTP status <strong>{ERRORS[code].status}</strong>. The code is permanent; the words may improve.
      </p>
      <h2 className="font-semibold">How it looks</h2>
      <CodeBlock label="Example" text={exampleOf(code, ownUrl())} />
      {code === 'invalid_request' && <FieldCodes />}
      <h2 className="font-semibold">What our apps say to people</h2>
      <ul className="flex flex-col gap-1">
        {said.map(([locale, words]) => (
          <li key={locale} lang={locale}>
            {words}
          </li>
        ))}
      </ul>
      <h2 className="font-semibold">Operations that name it</h2>
      {operations.length === 0 ? (
        <p>None: it is answered for general reasons, by any operation.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {operations.map(({ name, method, path, summary }) => (
            <li key={name}>
              <code className="text-sm wrap-anywhere">
                {method.toUpperCase()} {path}
              </code>{' '}
              <span className="text-soft">{summary}</span>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

/** The codes of single values in `errors`, beside their paths. */
function FieldCodes() {
  return (
    <>
      <h2 className="font-semibold">What its errors say</h2>
      <p>
        Each has the <code>path</code> of a value, a <code>code</code> and a <code>message</code>. The code is one of
        these, the code of a problem such as <code>unknown_stop</code>, or the name of what a value’s shape breaks, such
        as <code>too_small</code>.
      </p>
      <dl className="flex flex-col gap-2">
        {Object.entries(FIELD_PROBLEMS).map(([code, words]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
