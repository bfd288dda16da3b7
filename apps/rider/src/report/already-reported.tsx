import type { Incident } from '@salama/domain/incidents/contract'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { castVote, type VoteProblem } from '@/votes/own-votes.ts'
import { DoneHeading } from './receipt.tsx'

/** Offers to confirm a live incident that this report would be about. A failure never keeps anybody from reporting. */
export function AlreadyReported({ incident, onConfirmed }: { incident: Incident; onConfirmed: () => void }) {
  const t = useTranslations('report.already')
  const words = incidentWords(incident, Date.now(), useTranslations('incidents'), useTranslations('categories'))
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<VoteProblem | null>(null)
  const confirm = async () => {
    setIsSending(true)
    setProblem(null)
    const failed = await castVote(incident.id, 'confirm')
    setIsSending(false)
    if (failed === null) onConfirmed()
    else setProblem(failed)
  }
  return (
    <section aria-labelledby="already" className="flex flex-col gap-2 rounded-control bg-fill p-4">
      <h2 id="already" className="font-semibold">
        {t('title')}
      </h2>
      <p className="flex items-start gap-2">
        <span className="text-xl">
          <CategoryIcon category={incident.category} />
        </span>
        <span>
          <strong>{words.what}</strong>, {words.where}
          <span className="block text-soft">{words.seen}</span>
        </span>
      </p>
      <Button className="self-start" busy={isSending} onClick={confirm}>
        {!isSending && <Icon as={Eye} />}
        {t('confirm')}
      </Button>
      <p role="status" className="text-soft">
        {problem === null ? t('orSend') : t(problem === 'incident_own' ? 'own' : 'failed')}
      </p>
    </section>
  )
}

/** After the confirmation: nothing else has to be sent. */
export function Confirmed({ incident, onStartNew }: { incident: Incident; onStartNew: () => void }) {
  const t = useTranslations('report.already')
  return (
    <section aria-labelledby="confirmed" className="flex flex-col gap-4 py-4">
      <DoneHeading id="confirmed">{t('confirmed')}</DoneHeading>
      <p className="max-w-prose">{t('confirmedWords')}</p>
      <div className="flex flex-col gap-3 md:flex-row">
        <LinkButton variant="main" size="large" href={`/incidents/${incident.id}`}>
          {t('see')}
        </LinkButton>
        <Button size="large" onClick={onStartNew}>
          {t('else')}
        </Button>
      </div>
    </section>
  )
}
