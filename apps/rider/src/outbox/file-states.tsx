import { isErrorSlug } from '@salama/domain/shared'
import { type ItemFile, isSending } from '@salama/outbox/items.ts'
import { isPhoto } from '@salama/outbox/use-photos.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleAlert, CircleCheck, Clock, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** The photos of a report and what was added to it, each with its own status. */
export function FileStates({ files }: { files: readonly ItemFile[] }) {
  const t = useTranslations('outbox')
  const failed = useTranslations('errors')
  if (files.length === 0) return null
  const photos = files.filter(isPhoto)
  return (
    <ul className="flex flex-col gap-1">
      {files.map((file) => {
        const state = file.state === 'waiting' && isSending(file, Date.now()) ? 'sending' : file.state
        const code = file.problem?.code
        return (
          <li key={file.id} className="flex items-start gap-2">
            <Icon as={ICONS[state]} className={LOOKS[state]} />
            <span>
              {isPhoto(file) ? t(`photo.${state}`, { n: photos.indexOf(file) + 1 }) : t(`addition.${state}`)}
              {state === 'refused' && isErrorSlug(code) && <span className="block text-soft">{failed(code)}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const ICONS = { waiting: Clock, sending: LoaderCircle, received: CircleCheck, refused: CircleAlert }
const LOOKS = {
  waiting: 'mt-0.5 text-soft',
  sending: 'mt-0.5 animate-turn',
  received: 'mt-0.5 text-ok',
  refused: 'mt-0.5 text-danger',
}
