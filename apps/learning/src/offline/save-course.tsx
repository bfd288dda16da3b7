'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { AppLinks } from '@salama/ui/components/markdown.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck, Download, RotateCw, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { SavedCourse } from './saved-courses.ts'

type Props = {
  course: string
  /** The version that this page shows. */
  version: number
  /** The approximate size on the phone. */
  bytes: number
  addresses: AppLinks['addresses']
}

const saved = () => import('./saved-courses.ts')
const kilobytes = (bytes: number) => Math.max(1, Math.round(bytes / 1000))

/** Saves a course on this phone for offline use, and shows what is saved. */
export function SaveCourse({ course, version, bytes, addresses }: Props) {
  const t = useTranslations('keep')
  const { moment } = useTimes()
  const [has, setHas] = useState<SavedCourse | null | undefined>()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  useEffect(() => {
    saved()
      .then(({ readSaved }) => readSaved(course))
      .then(setHas)
      .catch(() => setHas(null))
  }, [course])
  const act = (work: () => Promise<SavedCourse | null>) => async () => {
    setState('busy')
    try {
      setHas(await work())
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  const save = act(async () => {
    const { saveCourse, refreshProgress } = await saved()
    const { currentAccount } = await import('@salama/outbox/account.ts')
    const course_ = await saveCourse(course, addresses)
    await refreshProgress(await currentAccount())
    return course_
  })
  const forget = act(async () => {
    await (await saved()).removeCourse(course)
    return null
  })
  return (
    <section aria-labelledby="keep" className="flex flex-col items-start gap-3 border-t border-line pt-5">
      <h2 id="keep" className="font-semibold">
        {t('title')}
      </h2>
      <p role="status" className="flex items-start gap-2">
        {has && <Icon as={CircleCheck} className="mt-0.5 text-ok" />}
        {has
          ? t('kept', { time: moment(new Date(has.keptAt)), kb: kilobytes(has.bytes) })
          : t(state === 'busy' ? 'keeping' : 'offer', { kb: kilobytes(bytes) })}
      </p>
      {has && has.version !== version && <p className="font-semibold text-warn">{t('older')}</p>}
      {state === 'failed' && (
        <p role="alert" className="font-semibold text-danger">
          {t('failed')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(!has || has.version !== version) && (
          <Button onClick={save} busy={state === 'busy'} disabled={has === undefined}>
            {state !== 'busy' && <Icon as={has ? RotateCw : Download} />}
            {t(has ? 'renew' : 'keep')}
          </Button>
        )}
        {has && (
          <Button variant="quiet" onClick={forget} busy={state === 'busy'}>
            <Icon as={Trash2} />
            {t('remove')}
          </Button>
        )}
      </div>
      <noscript>
        <p className="text-soft">{t('needsScript')}</p>
      </noscript>
    </section>
  )
}
