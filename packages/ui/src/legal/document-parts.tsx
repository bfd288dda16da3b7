import { fromCityTime } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'
import { LinkButton } from '../components/button.tsx'
import { ClientMessages } from '../i18n/client-messages.tsx'
import { useTimes } from '../i18n/use-times.ts'
import { AcceptDocument } from './accept-document.tsx'

export function VersionLine({ version }: { version: string }) {
  const t = useTranslations('legal')
  const { day } = useTimes()
  return <p>{t('version', { day: day(fromCityTime(version)) })}</p>
}

type Props = {
  document: { documentKey: string; version: string }
  /** Null where nobody is signed in. */
  acceptance: { needed: boolean; acceptedAt: string | null } | null
  /** The page to come back to after signing in. */
  back: string
}

/** Below a document that is in force: accepts it, after signing in. */
export function Acceptance({ document: { documentKey, version }, acceptance, back }: Props) {
  const t = useTranslations('legal')
  return (
    <div className="border-t border-line pt-5">
      {acceptance ? (
        <ClientMessages of={['common', 'legal', 'errors']}>
          <AcceptDocument
            documentKey={documentKey}
            version={version}
            acceptedAt={acceptance.needed ? null : acceptance.acceptedAt}
          />
        </ClientMessages>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-soft">{t('needsAccount')}</p>
          <LinkButton href={{ pathname: '/sign-in', query: { callbackUrl: back } }}>{t('signIn')}</LinkButton>
        </div>
      )}
    </div>
  )
}
