import { deviceStore } from '@salama/http/device-storage'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Bus, LifeBuoy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { lastVehicle } from '@/vehicle/last-vehicle.ts'
import { Scan } from '@/vehicle/scan.tsx'
import { ChooseRoute } from './choose-route.tsx'

/** Nobody is on a ride: its plate, or the route alone. */
export function BeginRide({ onBegin }: { onBegin: (query: URLSearchParams) => void }) {
  const t = useTranslations('ride')
  const [plate, setPlate] = useState(() => lastVehicle(deviceStore) ?? '')
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 pb-4">
      <PageHeader title={t('title')}>
        <p>{t('lead')}</p>
      </PageHeader>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (plate.trim() !== '') onBegin(new URLSearchParams({ vehicle: plate }))
        }}
      >
        <Field
          label={t('whichPlate')}
          value={plate}
          onChange={(event) => setPlate(event.target.value)}
          required
          minLength={3}
          maxLength={20}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="main" size="large">
          <Icon as={Bus} />
          {t('onIt')}
        </Button>
      </form>
      <Scan />
      <ChooseRoute plate={null} onChoose={({ id, name }) => onBegin(new URLSearchParams({ route: id, name }))} />
      <LinkButton href="/ride/help" variant="danger" className="self-start">
        <Icon as={LifeBuoy} />
        {t('help')}
      </LinkButton>
    </div>
  )
}
