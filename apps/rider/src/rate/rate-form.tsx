import { BAD_TAGS, COMMENT_MAX, GOOD_TAGS } from '@salama/domain/feedback/contract'
import type { SavedForm } from '@salama/session'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Check, Star } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Stars } from './stars.tsx'

type Props = { vehicle: string; routeId?: string | null; saved: SavedForm | null; newId: string; isSignedIn: boolean }

/**
 * A rating as a plain form, whose steps CSS shows. `routeId`: of the ride, where it is known; `saved`: the rejected input;
 * `newId`: of a form never sent.
 */
export function RateForm({ vehicle, routeId = null, saved, newId, isSignedIn }: Props) {
  const t = useTranslations('rate')
  const common = useTranslations('common')
  const locale = useLocale()
  const value = (name: string) => saved?.values[name]?.[0]
  const wrong = (name: 'stars' | 'comment' | 'rodeAt') => (saved?.paths.includes(name) ? t(`wrong.${name}`) : undefined)
  // Reuses the id, so that an attempt that was received after all is not counted twice; unless the id is already used.
  const id = saved && saved.code !== 'id_reused' ? value('id') : undefined
  return (
    <form
      method="post"
      action={`/rate/submit?locale=${locale}`}
      className="group @container flex flex-1 flex-col gap-5"
    >
      <input type="hidden" name="id" value={id ?? newId} />
      <input type="hidden" name="vehicle" value={vehicle} />
      {routeId !== null && <input type="hidden" name="routeId" value={routeId} />}
      <Stars legend={t('title')} error={wrong('stars')} missing={t('wrong.stars')}>
        <div className="grid max-w-sm grid-cols-5">
          {STARS.map((stars) => (
            <StarChoice key={stars} stars={stars} chosen={value('stars') === stars} />
          ))}
        </div>
        <p aria-hidden="true" className="min-h-6 font-semibold">
          {STARS.map((stars) => (
            <span key={stars} className={cx('hidden', SHOWN_FOR[stars])}>
              {t(`star.${stars}`)}
            </span>
          ))}
        </p>
      </Stars>
      <div className="hidden flex-col gap-5 group-has-[[name=stars]:checked]:flex">
        <Tags
          legend={t('good')}
          tags={GOOD_TAGS}
          saved={saved}
          className="group-has-[[name=stars]:is([value='1'],[value='2']):checked]:hidden"
        />
        <Tags
          legend={t('bad')}
          tags={BAD_TAGS}
          saved={saved}
          className="group-has-[[name=stars]:is([value='4'],[value='5']):checked]:hidden"
        />
      </div>
      <div className="flex flex-col gap-2">
        <More
          summary={t('rodeAt')}
          hint={t('justNow')}
          open={value('rodeAt') !== undefined || wrong('rodeAt') !== undefined}
        >
          <Field
            type="datetime-local"
            name="rodeAt"
            label={t('rodeAtLabel')}
            hint={t('rodeAtHint')}
            optional={common('optional')}
            defaultValue={value('rodeAt')}
            error={wrong('rodeAt')}
          />
        </More>
        <More
          summary={t('comment')}
          hint={common('optional')}
          open={value('comment') !== undefined || wrong('comment') !== undefined}
        >
          <Field
            multiline
            name="comment"
            label={t('comment')}
            hint={t('commentHint')}
            optional={common('optional')}
            maxLength={COMMENT_MAX}
            defaultValue={value('comment')}
            error={wrong('comment')}
          />
        </More>
      </div>
      <p className="max-w-prose text-sm text-soft">{t(isSignedIn ? 'private' : 'noAccount')}</p>
      <Dock>
        <Button type="submit" variant="main" size="large">
          {t('send')}
        </Button>
      </Dock>
    </form>
  )
}

type Count = (typeof STARS)[number]
export const STARS = ['1', '2', '3', '4', '5'] as const

/** Shows what belongs to a number of stars while it is chosen. */
const SHOWN_FOR: Record<Count, string> = {
  1: "group-has-[[name=stars][value='1']:checked]:inline",
  2: "group-has-[[name=stars][value='2']:checked]:inline",
  3: "group-has-[[name=stars][value='3']:checked]:inline",
  4: "group-has-[[name=stars][value='4']:checked]:inline",
  5: "group-has-[[name=stars][value='5']:checked]:inline",
}

type Tag = (typeof GOOD_TAGS | typeof BAD_TAGS)[number]
type TagsProps = { legend: string; tags: readonly Tag[]; saved: SavedForm | null; className: string }

function Tags({ legend, tags, saved, className }: TagsProps) {
  const t = useTranslations('tags')
  return (
    <Choices legend={legend} className={className}>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <label key={tag} className="chip">
            <input
              type="checkbox"
              name="tags"
              value={tag}
              defaultChecked={saved?.values.tags?.includes(tag) ?? false}
              className="peer sr-only"
            />
            <span className="hidden peer-checked:inline">
              <Icon as={Check} />
            </span>
            {t(tag)}
          </label>
        ))}
      </div>
    </Choices>
  )
}

const Choices = ({ legend, className, children }: { legend: string; className: string; children: ReactNode }) => (
  <fieldset className={cx('flex flex-col gap-2', className)}>
    <legend className="mb-2 font-semibold">{legend}</legend>
    {children}
  </fieldset>
)

/** What most riders leave as it is: closed, with its present value beside the name. */
function More({
  summary,
  hint,
  open,
  children,
}: {
  summary: string
  hint: string
  open: boolean
  children: ReactNode
}) {
  return (
    <details open={open} className="border-b border-line">
      <summary className="flex min-h-touch cursor-pointer flex-wrap items-center gap-x-2 font-semibold text-link">
        {summary} <span className="font-normal text-soft">{hint}</span>
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}

const RING = 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'

/** One of five stars in a row; those up to the chosen one are filled. */
function StarChoice({ stars, chosen }: { stars: Count; chosen: boolean }) {
  const t = useTranslations('rate')
  return (
    <label
      className={cx(
        'relative grid aspect-square cursor-pointer place-items-center rounded-control text-edge hover:text-ink',
        'has-checked:text-ink has-checked:[&_svg]:fill-band [&:has(~label_:checked)]:text-ink [&:has(~label_:checked)_svg]:fill-band',
        RING,
      )}
    >
      <input
        type="radio"
        name="stars"
        value={stars}
        required
        defaultChecked={chosen}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="sr-only">{t(`star.${stars}`)}</span>
      <span className="text-[min(1.875rem,9vw)]">
        <Icon as={Star} />
      </span>
    </label>
  )
}
