import type { makeVehicleSticker } from '@salama/domain/admin/sticker-contract'
import { listVehicleFacts } from '@salama/domain/vehicle-records'
import { getVehicle } from '@salama/domain/vehicles'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { Action } from '@/lists/action.tsx'
import { Facts, Moment, Part } from '@/lists/facts.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'
import { PrintButtons } from '@/vehicles/print-buttons.tsx'
import { VehicleForm } from '@/vehicles/vehicle-form.tsx'
import { Versions } from '@/vehicles/versions.tsx'

export const generateMetadata = navItemMetadata('vehicles')

export default adminPage<PageProps<'/[locale]/vehicles/[id]'>>(async ({ params }, { caller }) => {
  const id = idIn((await params).id)
  const [t, vehicle, facts] = await Promise.all([
    getTranslations('vehicles'),
    orNotFound(getVehicle(caller, { identifier: id })),
    orNotFound(listVehicleFacts(caller, { id, limit: 100 })),
  ])
  const version = facts.data[0]?.version ?? 0
  return (
    <ClientMessages of={['common', 'console', 'errors', 'parts', 'vehicles']}>
      <PageHeader title={vehicle.plate} back={{ href: '/vehicles', label: t('title') }} />
      <Facts
        facts={[
          { label: t('fleetName'), value: vehicle.fleetName ?? t('unknown') },
          { label: t('sacco'), value: vehicle.sacco?.name ?? t('unknown') },
          { label: t('routes'), value: vehicle.routes.map(({ shortName }) => shortName).join(', ') || t('unknown') },
          { label: t('capacity'), value: vehicle.capacity ?? t('unknown') },
          { label: t('checkedAt'), value: vehicle.checkedAt ? <Moment at={vehicle.checkedAt} /> : t('never') },
          { label: t('code'), value: <code>{vehicle.publicCode}</code> },
        ]}
      />
      <Part title={t('sticker')} lead={t('stickerLead')}>
        <div className="flex flex-wrap items-center gap-2">
          <PrintButtons ids={[vehicle.id]} />
          <Action<typeof makeVehicleSticker>
            label={t('rotate')}
            title={t('rotateTitle', { plate: vehicle.plate })}
            done={t('rotated')}
            endpoint="POST /api/vehicles/{id}/qr"
            request={{ params: { id }, body: { rotate: true } }}
            danger
          >
            <p>{t('rotateWords')}</p>
          </Action>
        </div>
      </Part>
      <Part title={t('edit')} lead={t('editLead')}>
        <VehicleForm key={version} vehicle={vehicle} version={version} />
      </Part>
      <Part title={t('versions')} lead={t('versionsLead')}>
        <Versions versions={facts.data} />
      </Part>
    </ClientMessages>
  )
})
