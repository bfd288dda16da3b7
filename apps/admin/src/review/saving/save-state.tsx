import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Link, usePathname, useRouter } from '@salama/ui/i18n/navigation.ts'
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { SignInLink } from '@/parts/problem-notice.tsx'
import { useDecisionState } from './decision-context.ts'
import { needsProof, type QueueState } from './decision-queue.ts'
import { formPath, useDecisions } from './decisions.tsx'

const LINK = 'font-semibold text-link underline underline-offset-4'

/** A decision that is saved this fast is only told by its toast. */
const QUICK_MS = 300
const SAVED_MS = 4_000

/** How many decisions are being saved, on every page of the console. It never covers what can be pressed for long. */
export function SaveState() {
  const t = useTranslations('saving')
  const { unsaved, saved, pause } = useDecisionState()
  const { undoLast, retry } = useDecisions()
  const router = useRouter()
  const isOnDesk = usePathname().startsWith('/review')
  const count = unsaved.length
  const isShown = useShown(count, saved)
  if (!isShown) return null
  if (count === 0)
    return <Pill icon={<Icon as={CircleCheck} className="text-ok" />}>{t('saved', { count: saved })}</Pill>
  if (pause)
    return (
      <Pill icon={<Icon as={TriangleAlert} className="text-warn" />}>
        {t('unsaved', { count })}
        {isOnDesk ? (
          // The notice that says why is at the top of the list, which may be scrolled far down.
          <button type="button" onClick={retry} className={`pointer-events-auto min-h-touch ${LINK}`}>
            {t('retry')}
          </button>
        ) : (
          <Link href="/review" className={LINK}>
            {t('review')}
          </Link>
        )}
      </Pill>
    )
  const undo = () => {
    const path = undoLast()
    if (path) router.push(path)
  }
  return (
    <Pill icon={<Icon as={LoaderCircle} className="animate-turn" />}>
      {t('saving', { count })}
      {unsaved.at(-1)?.isUndone ? (
        <span className="text-soft">{t('undoing')}</span>
      ) : (
        <button type="button" onClick={undo} className={`pointer-events-auto min-h-touch ${LINK}`}>
          {t('undo')}
        </button>
      )}
    </Pill>
  )
}

function Pill({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed bottom-[calc(0.5rem+var(--bottom-bar,0px))] start-2 z-40 flex min-h-touch items-center gap-2 rounded-control bg-raised px-3 text-sm lg:bottom-4 lg:start-4 [&_a]:pointer-events-auto"
    >
      {icon}
      {children}
    </div>
  )
}

/** Not for what is saved at once, and for a while after the last of several was saved. */
function useShown(count: number, saved: number): boolean {
  const [isShown, setIsShown] = useState(false)
  const isSaving = count > 0
  useEffect(() => {
    if (!isSaving && saved < 2) return setIsShown(false)
    const timer = setTimeout(() => setIsShown(isSaving), isSaving ? QUICK_MS : SAVED_MS)
    return () => clearTimeout(timer)
  }, [isSaving, saved])
  return isShown
}

/** What could not be saved, why, and the way back to it. */
export function UnsavedNotice() {
  const t = useTranslations('saving')
  const { unsaved, failed, pause } = useDecisionState()
  const { retry } = useDecisions()
  return (
    <>
      {pause && unsaved.length > 0 && (
        <Notice tone="warn" announce="assertive" title={t('unsaved', { count: unsaved.length })} className="mt-3">
          <p>{t(reasonOf(pause))}</p>
          <div className="flex flex-wrap items-center gap-x-4">
            {needsProof(pause.code) && <SignInLink className={LINK} />}
            <Button onClick={retry}>{t('retry')}</Button>
          </div>
        </Notice>
      )}
      {failed.length > 0 && <FailedDecisions failed={failed} />}
    </>
  )
}

const reasonOf = ({ code }: NonNullable<QueueState['pause']>) =>
  needsProof(code) ? 'signedOut' : code === 'network' ? 'offline' : 'later'

function FailedDecisions({ failed }: Pick<QueueState, 'failed'>) {
  const t = useTranslations('saving')
  const errors = useTranslations('errors')
  const { discard } = useDecisions()
  return (
    <Notice tone="danger" title={t('failedTitle', { count: failed.length })} className="mt-3">
      <ul className="flex w-full flex-col">
        {failed.map((each) => (
          <li key={each.entryId} className="flex flex-wrap items-center gap-x-4">
            <span>{t('failedOne', { kind: t(`kind.${each.kind}`), why: errors(each.problem.code) })}</span>
            <Link href={formPath(each)} prefetch={false} className={`inline-flex min-h-touch items-center ${LINK}`}>
              {t('open')}
            </Link>
            <Button variant="quiet" onClick={() => discard(each)}>
              {t('discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
