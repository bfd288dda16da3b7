import type { Receipt } from '@salama/domain/receipts/contract'
import { isOpenReport, MAX_ADDITIONS } from '@salama/domain/shared'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { FollowButton } from '@/alerts/follow-button.tsx'
import { StillMap } from '@/map/still-map.tsx'
import { AdditionForm } from '@/report/addition-form.tsx'
import { ReportProgress } from '@/report/progress.tsx'
import type { Addition } from '@/report/send-report.ts'
import { ReceiptMails } from '@/report-mails/receipt-mails.tsx'
import { RequestProblem } from '@/request.tsx'
import { AddPhotos } from './add-photos.tsx'
import type { useReceipt } from './use-receipt.ts'
import { WordsForm } from './words-form.tsx'

/** What nobody ever sees on its own cannot be followed, see `api.follow`. */
const FOLLOWED: readonly Receipt['shown'][] = ['live', 'unchecked', 'coarse', 'review']

/** The status of the report, the reviewer's question if any, and the available actions. */
export function ReceiptView({
  receipt,
  code,
  publicKey,
  problem,
  busy,
  answer,
  add,
  addPhoto,
  mail,
  withdraw,
}: Omit<ReturnType<typeof useReceipt>, 'receipt'> & { receipt: Receipt; publicKey: string | null }) {
  const t = useTranslations('lookBack')
  const { moment } = useTimes()
  const { state, shown, asked, answerBy, incidentId, additions, photos } = receipt
  const isOpen = isOpenReport(receipt)
  const [sent, setSent] = useState(0)
  return (
    <div className="flex flex-col gap-6">
      {/* The pressed control disappears after an answer, a withdrawal or an addition: focus moves to the result. */}
      <section aria-labelledby="state" className="flex flex-col gap-2" aria-live="polite">
        <h2 key={state} id="state" ref={focusOnMount} tabIndex={-1} className="scroll-mt-20 font-semibold outline-none">
          {t(`states.${state}`)}
        </h2>
        <p className="max-w-prose">{isOpen ? t(`shown.${shown}`) : t(`closed.${closedAs(state)}`)}</p>
        <p className="text-soft">{t('received', { time: moment(receipt.receivedAt) })}</p>
        <p className="text-soft">{t('opened', { count: receipt.opened })}</p>
        <ReportProgress report={receipt} />
        {photos.length > 0 && (
          <p className="text-soft">
            {t('photos', { count: photos.length, passed: photos.filter((each) => each === 'passed').length })}
          </p>
        )}
        {incidentId !== null && (
          <>
            <div className="relative h-40 overflow-hidden rounded-control [--map-inset:0px]">
              <StillMap
                address={`/incidents/${incidentId}`}
                sign={shown !== 'coarse' && <Icon as={MapPin} className="fill-raised text-3xl text-link" />}
              />
            </div>
            <LinkButton size="large" href={`/incidents/${incidentId}`}>
              {t('seeIncident')}
            </LinkButton>
          </>
        )}
        {isOpen && FOLLOWED.includes(shown) && (
          <FollowButton target={{ kind: 'report', receiptCode: code }} publicKey={publicKey} />
        )}
        {(isOpen || receipt.isMailed) && (
          <ReceiptMails isMailed={receipt.isMailed} busy={busy === 'mail'} onMail={mail} />
        )}
      </section>
      <RequestProblem problem={problem === 'mistyped' ? null : problem} />
      {asked !== null && (
        <section aria-labelledby="question" className="flex flex-col gap-3">
          <h2 id="question" className="font-semibold">
            {t('question')}
          </h2>
          <blockquote className="max-w-prose border-s-4 border-edge ps-3">{asked}</blockquote>
          {answerBy !== null && <p className="text-soft">{t('answerBy', { time: moment(answerBy) })}</p>}
          <WordsForm label={t('answer')} submit={t('sendAnswer')} busy={busy === 'answer'} onSend={answer} />
        </section>
      )}
      {isOpen && sent > 0 && <Added key={sent} count={additions} />}
      {isOpen && (
        <section aria-labelledby="add" className="flex flex-col gap-5">
          <div className="flex flex-col gap-2">
            <h2 id="add" className="font-semibold">
              {t('add')}
            </h2>
            <p className="max-w-prose text-soft">{t('addWords')}</p>
          </div>
          <AddPhotos count={photos.length} busy={busy === 'photo'} onSend={addPhoto} />
          {additions > 0 && <p className="text-soft">{t('addCount', { count: additions, most: MAX_ADDITIONS })}</p>}
          {additions < MAX_ADDITIONS && (
            <Add key={sent} busy={busy === 'add'} onSend={add} onAdded={() => setSent(sent + 1)} />
          )}
        </section>
      )}
      {state !== 'withdrawn' && <Withdraw busy={busy === 'withdraw'} onWithdraw={withdraw} />}
    </div>
  )
}

type AddProps = {
  busy: boolean
  onSend: (addition: Addition, id: string) => Promise<boolean>
  onAdded: () => void
}

/** A plate, a note, or both. The same again keeps its id, so that retries are idempotent. */
function Add({ busy, onSend, onAdded }: AddProps) {
  const [typed, setTyped] = useState({ plate: '', note: '' })
  const attempt = useAttemptId()
  const send = async (addition: Addition) => {
    if (await onSend(addition, attempt.idOf(addition))) onAdded()
  }
  return <AdditionForm typed={typed} busy={busy} onType={setTyped} onSend={send} />
}

function Added({ count }: { count: number }) {
  const t = useTranslations('lookBack')
  return (
    <div ref={focusOnMount} tabIndex={-1} className="scroll-mt-20 outline-none">
      <Notice tone="ok" title={t('added')}>
        <p>{t('addedWords', { count })}</p>
      </Notice>
    </div>
  )
}

const closedAs = (state: Receipt['state']) => (state === 'withdrawn' || state === 'duplicate' ? state : 'rejected')

/** Withdraws the report after confirmation, because it cannot be undone. */
function Withdraw({ busy, onWithdraw }: { busy: boolean; onWithdraw: () => void }) {
  const t = useTranslations('lookBack')
  const common = useTranslations('common')
  const [sure, setSure] = useState(false)
  if (!sure)
    return (
      <section className="border-t border-line pt-4">
        <Button variant="quiet" className="-ms-3" onClick={() => setSure(true)}>
          {t('withdraw')}
        </Button>
      </section>
    )
  return (
    <Notice tone="warn" announce="polite" title={t('withdrawSure')}>
      <p>{t('withdrawWords')}</p>
      <div className="flex flex-wrap gap-2 py-2">
        <Button variant="danger" busy={busy} onClick={onWithdraw}>
          {busy ? common('sending') : t('withdrawNow')}
        </Button>
        <Button onClick={() => setSure(false)}>{t('keep')}</Button>
      </div>
    </Notice>
  )
}
