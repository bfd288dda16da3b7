import { ALERT_MAILS } from '@salama/domain/shared'
import { problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Tick } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { alertPath } from '@/lists/record-path.ts'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { type AlertMails, type Alerts, useAlertWords } from './alert-words.ts'
import { isSoundOn, playSound, setSound } from './sound.ts'

/** The alerts, newest first, and how to be told: by sound in this browser, by e-mail. */
export function AlertSheet({
  alerts,
  open,
  onClose,
  onRead,
  onChoose,
}: {
  alerts: Alerts
  open: boolean
  onClose: () => void
  onRead: () => Promise<void>
  onChoose: (email: AlertMails) => Promise<void>
}) {
  const t = useTranslations('alerts')
  const words = useAlertWords()
  const { moment } = useTimes()
  const [hasSound, setHasSound] = useState(isSoundOn)
  const [problem, setProblem] = useState<ReturnType<typeof problemIn> | null>(null)
  const act = (work: Promise<void>) => {
    setProblem(null)
    work.catch((error: unknown) => setProblem(problemIn(error)))
  }
  return (
    <Sheet title={t('title')} open={open} onClose={onClose}>
      <ProblemNotice problem={problem} />
      {alerts.data.length === 0 && <p className="text-soft">{t('none')}</p>}
      {alerts.unread > 0 && (
        <Button onClick={() => act(onRead())} className="self-start">
          {t('readAll')}
        </Button>
      )}
      <ul className="max-h-[45dvh] overflow-y-auto">
        {alerts.data.map((alert) => (
          <li key={alert.id} className="border-b border-line py-1 last:border-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link
                href={alertPath(alert)}
                onClick={onClose}
                prefetch={false}
                className={cx('touch-link', alert.isRead ? '' : 'font-semibold')}
              >
                {words(alert)}
                {!alert.isRead && <span className="sr-only"> ({t('unread')})</span>}
              </Link>
              <time dateTime={alert.at} className="text-sm text-soft">
                {moment(alert.at)}
              </time>
            </p>
            {(alert.title || alert.note || alert.dueAt) && (
              <p className="text-soft">
                {alert.title ?? (alert.dueAt && t('due', { time: moment(alert.dueAt) }))}
                {alert.note && <span className="block whitespace-pre-line text-ink">{alert.note}</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
      <fieldset className="flex flex-col">
        <legend className="font-semibold">{t('email')}</legend>
        {ALERT_MAILS.map((email) => (
          <label key={email} className="flex min-h-touch items-center gap-3">
            <Tick
              type="radio"
              name="alert-mails"
              checked={alerts.email === email}
              onChange={() => act(onChoose(email))}
              className="size-5 accent-body"
            />
            {t(`mails.${email}`)}
          </label>
        ))}
      </fieldset>
      <label className="flex min-h-touch items-center gap-3">
        <Tick
          type="checkbox"
          checked={hasSound}
          onChange={(event) => {
            const isOn = event.currentTarget.checked
            setHasSound(isOn)
            setSound(isOn)
            if (isOn) playSound()
          }}
          className="size-5 accent-body"
        />
        {t('sound')}
      </label>
    </Sheet>
  )
}
