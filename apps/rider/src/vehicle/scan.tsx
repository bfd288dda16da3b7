'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { Camera } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

const Scanner = dynamic(() => import('./scanner.tsx').then((module) => module.Scanner), { ssr: false })

/** The scanner, opened on request. Without JavaScript there is only the field beside it. */
export function Scan() {
  const t = useTranslations('find')
  const [open, setOpen] = useState(false)
  const router = useRouter()
  if (open) return <Scanner onFound={(code) => router.push(`/v/${code}`)} onClose={() => setOpen(false)} />
  return (
    <div className="flex max-w-md flex-col gap-2" data-needs-script>
      <Button size="large" onClick={() => setOpen(true)}>
        <Icon as={Camera} />
        {t('scan')}
      </Button>
      <p className="text-sm text-soft">{t('scanHint')}</p>
    </div>
  )
}
