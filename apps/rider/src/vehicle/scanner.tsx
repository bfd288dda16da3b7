import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { lookUp, type NotFound } from './look-up.ts'
import { useCamera } from './use-camera.ts'

/** The code in a sticker's URL, for use offline, when the vehicle cannot be looked up. */
const codeOf = (text: string) => /\/v\/(V-[0-9A-Z]{6,12})\b/i.exec(text)?.[1]?.toUpperCase()

type Props = {
  onFound: (publicCode: string) => void
  /** Offline the code is accepted unchecked, because the server checks it when the report is sent. */
  unasked?: boolean
  onClose: () => void
}

/** The camera's picture, until a sticker is detected. */
export function Scanner({ onFound, unasked = false, onClose }: Props) {
  const t = useTranslations('find')
  const video = useRef<HTMLVideoElement>(null)
  const [outcome, setOutcome] = useState<NotFound | 'found' | null>(null)
  const last = useRef<string>(undefined)
  const state = useCamera(video, async (text) => {
    // A repeated code is looked up once, unless the phone was offline.
    if (last.current === text) return
    last.current = text
    const found = await lookUp(text)
    if ('vehicle' in found) {
      setOutcome('found')
      return onFound(found.vehicle.publicCode)
    }
    const printed = codeOf(text)
    if (unasked && printed !== undefined && found.because !== 'unknown') return onFound(printed)
    setOutcome(found.because)
    if (found.because !== 'unknown') last.current = undefined
  })
  const isWorking = state === 'starting' || state === 'watching'
  return (
    <div className="flex max-w-md flex-col gap-3">
      {isWorking && (
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('picture')}
          className="aspect-square w-full rounded-control bg-sunken object-cover"
        />
      )}
      <p role="status" className="text-soft">
        {state === 'starting' && t('starting')}
        {state === 'watching' && (outcome === 'found' ? t('found') : t('watching'))}
      </p>
      {!isWorking && (
        <Notice tone="warn" announce="assertive">
          <p>{t(state)}</p>
        </Notice>
      )}
      {outcome !== null && outcome !== 'found' && (
        <Notice tone="warn" announce="polite">
          <p>{t(outcome)}</p>
        </Notice>
      )}
      <Button onClick={onClose}>
        <Icon as={X} />
        {t('stop')}
      </Button>
    </div>
  )
}
