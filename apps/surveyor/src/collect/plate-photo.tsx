import type { ItemFile } from '@salama/outbox/items.ts'
import { FileInput } from '@salama/ui/components/controls.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Camera, Image, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** `times`: how wide the photo is, in widths of its strip. The plate was aimed at. */
const CENTRE = { times: 3, x: 0.5, y: 0.5 }
const MOST = 6

type Props = {
  /** The newest one of the draft. */
  photo: ItemFile | undefined
  busy: boolean
  onTake: (file: File) => void
}

/**
 * Beside the plate: takes a photo of it, so that the vehicle may leave. The photo lies over the head of the form while the
 * plate is typed; nothing below it moves.
 */
export function PlatePhoto({ photo, busy, onTake }: Props) {
  const t = useTranslations('collect.platePhoto')
  const [isHidden, setHidden] = useState(false)
  const take = (file: File) => {
    setHidden(false)
    onTake(file)
  }
  if (!photo) return <TakePhoto label={t('take')} busy={busy} onTake={take} />
  return (
    <>
      <button type="button" aria-pressed={!isHidden} onClick={() => setHidden(!isHidden)} className={KEY}>
        <Icon as={Image} />
        <span className="sr-only">{t('show')}</span>
      </button>
      {!isHidden && (
        <div className="absolute -inset-x-4 bottom-full z-6 mb-1.5 flex h-18 items-center gap-2 bg-sunken pe-4">
          <Zoomed key={photo.id} photo={photo} label={t('zoom')} />
          <TakePhoto label={t('again')} busy={busy} onTake={take} />
        </div>
      )}
    </>
  )
}

const KEY =
  'relative grid size-[52px] shrink-0 place-items-center rounded-control bg-fill aria-pressed:bg-ink aria-pressed:text-paper'

/** Opens the camera, or the files where there is none. */
function TakePhoto({ label, busy, onTake }: { label: string; busy: boolean; onTake: (file: File) => void }) {
  return (
    <label className={`${KEY} cursor-pointer focus-within:outline-3 focus-within:outline-ink`}>
      <Icon as={busy ? LoaderCircle : Camera} {...(busy && { className: 'animate-turn' })} />
      <FileInput
        accept="image/*"
        capture="environment"
        aria-label={label}
        disabled={busy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onTake(file)
        }}
      />
    </label>
  )
}

/** A photo is larger than its strip, which scrolls; a tap on the plate brings it nearer. */
function Zoomed({ photo, label }: { photo: ItemFile; label: string }) {
  const [url, setUrl] = useState<string>()
  const [zoom, setZoom] = useState(CENTRE)
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(photo.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo.blob])
  useLayoutEffect(() => {
    const { current: at } = strip
    at?.scrollTo(zoom.x * at.scrollWidth - at.clientWidth / 2, zoom.y * at.scrollHeight - at.clientHeight / 2)
  }, [zoom])
  const zoomIn = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const times = zoom.times === MOST ? 1 : Math.min(MOST, zoom.times + CENTRE.times)
    // A keyboard points nowhere.
    const at = detail === 0 ? CENTRE : { x: (clientX - left) / width, y: (clientY - top) / height }
    setZoom({ ...at, times })
  }
  return (
    <div ref={strip} className="h-full min-w-0 flex-1 overflow-auto overscroll-contain">
      <button
        type="button"
        aria-label={label}
        onClick={zoomIn}
        className="block aspect-square bg-contain bg-center bg-no-repeat"
        style={{ width: `${zoom.times * 100}%`, ...(url !== undefined && { backgroundImage: `url(${url})` }) }}
      />
    </div>
  )
}
