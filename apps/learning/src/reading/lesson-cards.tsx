import { sceneOf } from '@salama/domain/scene'
import { type AppLinks, Markdown } from '@salama/ui/components/markdown.tsx'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { Picture } from '@/pictures/picture.tsx'
import { cardsOf } from './cards.ts'
import { ReadAloud } from './read-aloud.tsx'
import { SceneView } from './scene-view.tsx'

type Props = { text: string /** Of the text. */; locale: Locale; picture: string | null; links: AppLinks }

/** A lesson: its drawing, its text in short cards or as a situation, and the button that reads them aloud. */
export function LessonCards({ text, locale, picture, links }: Props) {
  const { cards, sources } = cardsOf(text)
  const scene = sceneOf(text)
  return (
    <>
      <Picture svg={picture} className="rounded-control" />
      <ReadAloud locale={locale} />
      {scene ? (
        <SceneView scene={scene} locale={locale} links={links} />
      ) : (
        <article data-lesson lang={locale} className="leading-relaxed">
          <div className="flex flex-col gap-4">
            {cards.map((card) => (
              <div key={card} data-card className="rounded-control bg-raised p-4 data-reading:band-beside">
                <Markdown text={card} links={links} />
              </div>
            ))}
            {sources && (
              <div className="text-base">
                <Markdown text={sources} links={links} />
              </div>
            )}
          </div>
        </article>
      )}
    </>
  )
}
