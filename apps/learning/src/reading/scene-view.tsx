import type { Scene, ScenePart } from '@salama/domain/scene'
import { Icon } from '@salama/ui/components/icon.tsx'
import { type AppLinks, Markdown } from '@salama/ui/components/markdown.tsx'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { Undo2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { SceneHistory } from './scene-history.tsx'

type Props = { scene: Scene; locale: Locale /** Of the text. */; links: AppLinks }

/** Not the bare key: that may be the id of something else on the page. */
const idOf = (key: string) => `part-${key}`

/**
 * A situation. Each part is a place on the page and a choice is a link to one, so that it works without scripts, Back
 * goes back one choice, and the browser moves the focus; globals.css shows one part at a time.
 */
export function SceneView({ scene, locale, links }: Props) {
  return (
    <>
      <SceneHistory />
      <div lang={locale} className="scene">
        {scene.parts.map((part) => (
          <Part key={part.key} part={part} scene={scene} links={links} />
        ))}
      </div>
    </>
  )
}

function Part({ part, scene, links }: { part: ScenePart; scene: Scene; links: AppLinks }) {
  const t = useTranslations('scene')
  const page = useLocale()
  const { key, title, text, choices, costs, why, from } = part
  const chosen = scene.parts.find((each) => each.key === from)?.choices.find(({ to }) => to === key)?.text
  return (
    <section
      id={idOf(key)}
      tabIndex={-1}
      aria-labelledby={`${idOf(key)}-title`}
      data-card
      className="flex scroll-mt-20 flex-col gap-4 leading-relaxed outline-none data-reading:band-beside"
    >
      <div className="flex flex-col gap-1">
        <p className="text-soft">{chosen === undefined ? scene.place : t('chose', { text: chosen })}</p>
        <h2 id={`${idOf(key)}-title`} className="text-xl font-bold">
          {title}
        </h2>
      </div>
      {text !== '' && <Markdown text={text} links={links} />}
      {costs.length > 0 && (
        <dl className="flex flex-wrap gap-2">
          {costs.map(({ name, text: cost }) => (
            <div key={name} className="min-w-24 flex-1 basis-24 rounded-control bg-fill p-3 leading-snug">
              <dt className="text-soft">{name}</dt>
              <dd className="font-semibold">{cost}</dd>
            </div>
          ))}
        </dl>
      )}
      {why !== '' && (
        <div className="flex max-w-prose flex-col gap-1">
          <h3 lang={page} className="font-semibold">
            {t('why')}
          </h3>
          <Markdown text={why} links={links} />
        </div>
      )}
      {choices.length > 0 && (
        <ul className="flex flex-col gap-2">
          {choices.map(({ to, text: choice }) => (
            <li key={to}>
              <a
                href={`#${idOf(to)}`}
                className="flex min-h-14 items-center rounded-control bg-fill px-4 py-3 font-semibold hover:bg-line"
              >
                {choice}
              </a>
            </li>
          ))}
        </ul>
      )}
      {from !== null && (
        <a href={`#${idOf(from)}`} lang={page} className="touch-link gap-2 font-semibold">
          <Icon as={Undo2} />
          {t('again')}
        </a>
      )}
    </section>
  )
}
