import { listAuditLog } from '@salama/domain/admin'
import type { makeVehicleSticker } from '@salama/domain/admin/sticker-contract'
import { getVehicleCase, getVehicleForAdmin, listVehicleFacts, listVehicles } from '@salama/domain/vehicle-records'
import type { restoreVehicle, retireVehicle } from '@salama/domain/vehicle-records/manage-contract'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { AuditList } from '@/audit/audit-list.tsx'
import { Action } from '@/lists/action.tsx'
import { Facts, Moment, Part } from '@/lists/facts.tsx'
import { readList } from '@/lists/read-list.ts'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'
import { MergedVehicles, MergePart } from '@/vehicles/merges.tsx'
import { PrintButtons } from '@/vehicles/print-buttons.tsx'
import { VehicleCase } from '@/vehicles/vehicle-case.tsx'
import { VehicleForm } from '@/vehicles/vehicle-forms.tsx'
import { Versions } from '@/vehicles/versions.tsx'

export const generateMetadata = navItemMetadata('vehicles')

export default adminPage<PageProps<'/[locale]/vehicles/[id]'>>(async ({ params, searchParams }, { caller }) => {
  const id = idIn((await params).id)
  const locale = await getLocale()
  const vehicle = await orNotFound(getVehicleForAdmin(caller, { id }))
  // A merged vehicle leads to the one that it became.
  if (vehicle.id !== id) redirect(`/${locale}/vehicles/${vehicle.id}`)
  const asked = readList(listVehicles.operation.query, await searchParams, async (query) =>
    query.q === undefined ? null : listVehicles(caller, { ...query, limit: 10 }),
  )
  const [t, facts, found, log, about] = await Promise.all([
    getTranslations('vehicles'),
    orNotFound(listVehicleFacts(caller, { id, limit: 100 })),
    orNotFound(asked),
    listAuditLog(caller, { subjectKind: 'vehicle', subjectId: id, limit: 50 }),
    orNotFound(getVehicleCase(caller, { id })),
  ])
  const version = facts.data[0]?.version ?? 0
  const { plate } = vehicle
  const change = vehicle.retiredAt ? 'restore' : 'retire'
  return (
    <ClientMessages of={['common', 'console', 'errors', 'parts', 'vehicles', 'authors', 'categories']}>
      <PageHeader title={plate} back={{ href: '/vehicles', label: t('title') }} />
      {vehicle.retiredAt && (
        <Notice title={t('retiredSince', { day: timesIn(locale).day(vehicle.retiredAt) })} className="mb-4 max-w-3xl">
          <p>{t('retiredWords')}</p>
        </Notice>
      )}
      {vehicle.state === 'mentioned' && (
        <Notice title={t('mentioned')} className="mb-4 max-w-3xl">
          <p>{t('mentionedWords')}</p>
        </Notice>
      )}
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
      <Part title={t('case.title')} lead={t('case.lead')}>
        <VehicleCase items={about.data} />
        {about.total > about.data.length && (
          <p className="text-soft">{t('case.newest', { shown: about.data.length, total: about.total })}</p>
        )}
      </Part>
      <div className="pt-4">
        <Action<typeof restoreVehicle | typeof retireVehicle>
          label={t(change)}
          title={t(`${change}Title`, { plate })}
          done={t(vehicle.retiredAt ? 'restored' : 'retireDone', { plate })}
          endpoint={`POST /api/vehicles/{id}/${change}`}
          request={{ params: { id } }}
        >
          <p>{t(`${change}Words`)}</p>
        </Action>
      </div>
      <Part title={t('sticker')} lead={t('stickerLead')}>
        <div className="flex flex-wrap items-center gap-2">
          <PrintButtons ids={[id]} />
          <Action<typeof makeVehicleSticker>
            label={t('rotate')}
            title={t('rotateTitle', { plate })}
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
      <MergePart vehicle={vehicle} found={found} />
      <MergedVehicles caller={caller} merges={vehicle.merges} />
      <Part title={t('versions')} lead={t('versionsLead')}>
        <Versions versions={facts.data} />
      </Part>
      <Part title={t('history')}>
        <AuditList events={log.data} caption={t('history')} empty={t('noHistory')} />
      </Part>
    </ClientMessages>
  )
})
