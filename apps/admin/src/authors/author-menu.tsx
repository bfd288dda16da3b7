'use client'

import type { AuthorStanding } from '@salama/domain/review-entries/contract'
import type { AuthorOpened, openAuthor, restrictAuthor } from '@salama/domain/reviews/author-contract'
import { AUTHOR_MEASURES } from '@salama/domain/shared'
import { type CallRequest, call } from '@salama/http/call'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Choice } from '@/parts/choice.tsx'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { useDone } from '@/parts/toasts.tsx'
import { STATES } from './states.ts'

const ACTS = [...AUTHOR_MEASURES, 'more'] as const

/**
 * What holds against an author whom nobody names, and a dialog to hold, limit or suspend them, to lift that, or to see
 * more, each for a reason. `of`: something that they sent.
 */
export function AuthorMenu({
  of,
  name,
  standing,
}: {
  of: CallRequest<typeof openAuthor>['params']
  name: string
  standing: AuthorStanding
}) {
  const t = useTranslations('authors')
  const showDone = useDone()
  const [now, setNow] = useState(standing)
  const [told, setTold] = useState(standing)
  if (told !== standing) {
    setTold(standing)
    setNow(standing)
  }
  const [act, setAct] = useState<(typeof ACTS)[number]>('hold')
  const [more, setMore] = useState<AuthorOpened | null>(null)
  const isOn = act !== 'more' && now.measures.includes(act)
  const labelOf = (each: (typeof ACTS)[number]) =>
    each !== 'more' && now.measures.includes(each) ? t(`end.${each}`) : t(`acts.${each}`)

  async function run(reason: string) {
    if (act === 'more') {
      const request = { params: of, body: { reason } }
      setMore(await call<typeof openAuthor>('POST /api/submissions/{kind}/{id}/author', request))
      return
    }
    const request = { params: of, body: { measure: act, on: !isOn, reason } }
    setNow(await call<typeof restrictAuthor>('POST /api/submissions/{kind}/{id}/author/restrict', request))
    showDone(t('done', { name, what: labelOf(act) }))
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {now.measures.map((measure) => (
        <strong key={measure} className="text-sm text-warn">
          {t(`measures.${measure}`)}
        </strong>
      ))}
      <ConfirmButton
        label={t('open')}
        variant="quiet"
        className="lg:min-h-8"
        title={name}
        confirm={labelOf(act)}
        danger={act === 'suspend' && !isOn}
        asksReason
        onConfirm={run}
      >
        <Choice
          label={t('what')}
          value={act}
          onChange={(value) => setAct(ACTS.find((each) => each === value) ?? 'hold')}
          options={ACTS.filter((each) => each !== 'suspend' || now.account).map((value) => ({
            value,
            label: labelOf(value),
          }))}
        />
        <p>{isOn ? t('endWords') : t(`words.${act}`)}</p>
        {!now.account && <p className="text-soft">{t('noAccount')}</p>}
      </ConfirmButton>
      <Sheet title={t('moreOf', { name })} open={more !== null} onClose={() => setMore(null)}>
        {more && <More more={more} />}
      </Sheet>
    </span>
  )
}

function More({ more: { happenedAt, receivedAt, others } }: { more: AuthorOpened }) {
  const t = useTranslations('authors')
  const categories = useTranslations('categories')
  const { moment } = useTimes()
  return (
    <>
      <p>{t('exact', { happened: moment(happenedAt), received: moment(receivedAt) })}</p>
      <h3 className="font-semibold">{t('others', { count: others.length })}</h3>
      <ul>
        {others.map(({ kind, id, at, state, category, plate, reviewId }) => {
          const words = [t(`kinds.${kind}`), category && categories(category), plate].filter(Boolean).join(', ')
          return (
            <li key={id} className="flex flex-wrap gap-x-2 border-b border-line py-1.5 last:border-0">
              <time dateTime={at} className="text-soft">
                {moment(at)}
              </time>
              {reviewId ? (
                <Link href={`/review/${reviewId}`} className="touch-link">
                  {words}
                </Link>
              ) : (
                words
              )}
              <span className="text-soft">{t(STATES[state] ?? 'states.open')}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
