import { itemStatus } from '@salama/outbox/items.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { SignInLink } from '@salama/ui/outbox/outbox-entries.tsx'
import { Pencil, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReportContent, type ReportEntry, withoutAccount } from './content.ts'
import { reportOutbox } from './report-outbox.ts'

/** The actions on a report that was not received. */
export function EntryActions({
  entry,
  onChange,
}: {
  entry: ReportEntry
  /** Opens it in the form. */
  onChange: () => void
}) {
  const t = useTranslations('outbox')
  const { item } = entry
  const status = itemStatus(entry.item, Date.now())
  const sendAs = async (content?: ReportContent) => {
    await reportOutbox.sendAgain(item.id, content)
    await reportOutbox.flush({ eager: true })
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {(status === 'waiting' || status === 'saved') && (
        <Button variant="main" onClick={() => sendAs()}>
          <Icon as={RotateCw} />
          {t('tryNow')}
        </Button>
      )}
      {status === 'sign_in' && (
        <>
          <SignInLink>{t('signIn')}</SignInLink>
          {item.content.account !== null && (
            <Button onClick={() => sendAs(withoutAccount(item.content))}>{t('sendWithout')}</Button>
          )}
        </>
      )}
      {status === 'refused' && item.content.draft && (
        <Button variant="main" onClick={onChange}>
          <Icon as={Pencil} />
          {t('change')}
        </Button>
      )}
    </div>
  )
}
