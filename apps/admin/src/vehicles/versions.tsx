import type { VehicleFactsVersion } from '@salama/domain/vehicle-records/contract'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Moment, nameOf, shortId } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'

type Version = z.infer<typeof VehicleFactsVersion>

/** The label and value of each fact. */
const factsOf = (version: Version) => ({
  plate: version.plate,
  fleetName: version.fleetName ?? '',
  sacco: version.sacco?.name ?? version.saccoName ?? '',
  routes: version.routes.map(({ shortName }) => shortName).join(', '),
  capacity: version.capacity === null ? '' : String(version.capacity),
})

/** All versions of a vehicle's facts, newest first: the change, who recorded it, and who approved it. */
export async function Versions({ versions }: { versions: readonly Version[] }) {
  const t = await getTranslations('vehicles')
  return (
    <DataTable<Version>
      caption={t('versions')}
      rows={versions}
      keyOf={({ version }) => String(version)}
      empty={<p className="text-soft">{t('noVersions')}</p>}
      columns={[
        {
          label: t('version'),
          isName: true,
          cell: ({ version, inForce }) => (inForce ? `${version} (${t('inForce')})` : version),
        },
        {
          label: t('changes'),
          cell: (version) => <Changes now={version} before={versions[versions.indexOf(version) + 1]} />,
        },
        {
          label: t('seen'),
          cell: ({ observedAt, surveyor, sessionId, entryId }) =>
            entryId === null ? (
              <span className="text-soft">{t('notSeen')}</span>
            ) : (
              <>
                {observedAt && <Moment at={observedAt} />}
                <br />
                {surveyor ? nameOf(surveyor) : t('goneAccount')}
                {sessionId && <span className="text-sm text-soft"> · {t('session', { id: shortId(sessionId) })}</span>}
              </>
            ),
        },
        {
          label: t('letIn'),
          cell: ({ approvedAt, approvedBy, reason }) => (
            <>
              {approvedAt && <Moment at={approvedAt} />}
              {approvedBy && <br />}
              {approvedBy && nameOf(approvedBy)}
              {reason && <q className="block max-w-[20rem] text-sm">{reason}</q>}
            </>
          ),
        },
      ]}
    />
  )
}

/** The differences to the previous version; for the first one all facts. */
async function Changes({ now, before }: { now: Version; before: Version | undefined }) {
  const t = await getTranslations('vehicles')
  const then = before && factsOf(before)
  const changed = Object.entries(factsOf(now)).filter(([name, value]) =>
    then ? then[name as keyof typeof then] !== value : value !== '',
  )
  if (changed.length === 0) return <span className="text-soft">{t('nothingChanged')}</span>
  return (
    <ul>
      {changed.map(([name, value]) => {
        const old = then?.[name as keyof typeof then]
        return (
          <li key={name}>
            <span className="text-soft">{t(name as keyof typeof then & string)}: </span>
            {old && (
              <>
                <del className="text-danger">
                  <span className="sr-only">{t('before')} </span>
                  {old}
                </del>{' '}
              </>
            )}
            <ins className="font-semibold no-underline">
              <span className="sr-only">{t('now')} </span>
              {value || t('unknown')}
            </ins>
          </li>
        )
      })}
    </ul>
  )
}
