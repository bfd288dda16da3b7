import type { PhotoProblem } from '@salama/outbox/use-photos.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Camera, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Draft } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { routeLabel } from './find.ts'
import type { Duplicate } from './hints.ts'
import type { Message } from './message-line.tsx'
import type { Stored } from './use-draft.ts'
import type { Registered } from './use-register.ts'

type Facts = {
  draft: Draft
  names: Names | null
  edit: (changes: Partial<Draft>) => void
  /** The plate of the vehicle before, until something is typed. */
  saved: string | null
  kept: string
  duplicate: Duplicate | null
  registered: Registered | null
  /** Metres. */
  far: number | null
  stored: Stored
  /** Of the assignment, once all of it is there. */
  reached: { done: number; all: number } | null
  photoProblem: PhotoProblem | undefined
  /** What becomes of the photo of the plate; null without one. */
  photo: 'sent' | 'deleted' | null
}

/** What the line below the plate says: the first of what is wrong, done, to look at, known. */
export function useMessage(facts: Facts, isWrong: boolean): Message | null {
  const { draft, saved, kept, duplicate, registered, far, stored } = facts
  const t = useTranslations('collect')
  const { clock } = useTimes()
  const register = useRegisterMessage(facts)
  if (isWrong) return { tone: 'danger', icon: CircleAlert, text: t('wrong.plate') }
  if (facts.photoProblem) return { tone: 'danger', icon: CircleAlert, text: t(`photos.trouble.${facts.photoProblem}`) }
  if (saved !== null && facts.reached)
    return {
      tone: 'ok',
      icon: CircleCheck,
      text: `${t('saved', { plate: saved, kept })}. ${t('quotaReached', facts.reached)}`,
      action: (
        <LinkButton className="shrink-0" href="/assignments">
          {t('toFinish')}
        </LinkButton>
      ),
    }
  if (saved !== null) return { tone: 'ok', icon: CircleCheck, text: t('saved', { plate: saved, kept }) }
  if (duplicate)
    return {
      tone: 'warn',
      icon: TriangleAlert,
      text: t(duplicate.isRecent ? 'duplicateNow' : 'duplicate', { time: clock(duplicate.capturedAt) }),
    }
  if (far !== null) return { tone: 'warn', icon: TriangleAlert, text: t('far', { km: Math.round(far / 100) / 10 }) }
  if (registered) return register
  if (facts.photo !== null) return { tone: 'soft', icon: Camera, text: t(`platePhoto.${facts.photo}`) }
  const carried = draft.carried.flatMap((field) => [draft[field] ?? []].flat()).map(({ name }) => name.split(' · ')[0])
  if (carried.length > 0) return { tone: 'soft', icon: Info, text: t('sameAsLast', { names: carried.join(', ') }) }
  return stored === 'saved' ? { tone: 'soft', text: t('draftKept') } : null
}

/** What the register has of this plate; taken over with one press, except the seats, which are counted. */
function useRegisterMessage({ draft, names, edit, registered }: Facts): Message | null {
  const t = useTranslations('collect')
  const { moment } = useTimes()
  if (!registered) return null
  const { sacco, asOf } = registered
  const routes = registered.routes.map(({ id, shortName, longName }) => ({
    id,
    name: routeLabel({ shortName, longName }),
  }))
  const parts = [sacco?.name, registered.routes.map(({ shortName }) => shortName).join(', '), registered.fleetName]
  const isTaken = draft.sacco?.id === sacco?.id && routes.every(({ id }) => draft.routes.some((each) => each.id === id))
  return {
    tone: 'soft',
    text: (
      <>
        <strong>{t('inRegister')}</strong> {parts.filter(Boolean).join(' · ') || t('inRegisterNothing')}
        {asOf !== null && ` · ${t('listOf', { time: moment(asOf) })}`}
      </>
    ),
    ...(!isTaken &&
      (sacco || routes.length > 0) && {
        action: (
          <Button
            className="shrink-0"
            onClick={() =>
              edit({
                sacco: sacco
                  ? { id: sacco.id, name: names?.saccos.find(({ id }) => id === sacco.id)?.name ?? sacco.name }
                  : null,
                typedSacco: '',
                routes,
                typedRoute: '',
              })
            }
          >
            {t('useRegister')}
          </Button>
        ),
      }),
  }
}
