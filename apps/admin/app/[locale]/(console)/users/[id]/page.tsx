import { getUserRoles, listAuditLog } from '@salama/domain/admin'
import type { reinstateUser, resetSecondFactor, suspendUser } from '@salama/domain/admin/contract'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { AuditList } from '@/audit/audit-list.tsx'
import { Action } from '@/lists/action.tsx'
import { DayOf, Facts, nameOf, Part } from '@/lists/facts.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'
import { RolesForm } from '@/users/roles-form.tsx'

export const generateMetadata = navItemMetadata('users')

export default adminPage<PageProps<'/[locale]/users/[id]'>>(async ({ params }, { caller }) => {
  const userId = idIn((await params).id)
  const [t, person, log] = await Promise.all([
    getTranslations('users'),
    orNotFound(getUserRoles(caller, { userId })),
    listAuditLog(caller, { subjectKind: 'user', subjectId: userId, limit: 50 }),
  ])
  return (
    <ClientMessages of={['common', 'console', 'errors', 'users']}>
      <PageHeader title={nameOf(person)} back={{ href: '/users', label: t('title') }} />
      <Facts
        facts={[
          { label: t('id'), value: <code className="break-all">{person.id}</code> },
          { label: t('since'), value: person.createdAt ? <DayOf at={person.createdAt} /> : t('unknown') },
          { label: t('seen'), value: person.lastSignInAt ? <DayOf at={person.lastSignInAt} /> : t('unknown') },
        ]}
      />
      <Part title={t('rolesLabel')} lead={person.you ? t('notOwn') : t('rolesLead')}>
        <RolesForm key={person.version} person={person} />
      </Part>
      {!person.you && (person.suspendedAt !== null || !person.roles.includes('admin')) && (
        <Part title={t('suspension')} lead={person.suspendedAt ? t('suspendedLead') : t('suspendLead')}>
          {person.suspendedAt ? (
            <Action<typeof reinstateUser>
              label={t('reinstate')}
              title={t('reinstateTitle', { name: nameOf(person) })}
              done={t('reinstated')}
              endpoint="POST /api/users/{userId}/reinstate"
              request={{ params: { userId } }}
            />
          ) : (
            <Action<typeof suspendUser>
              label={t('suspend')}
              title={t('suspendTitle', { name: nameOf(person) })}
              done={t('suspended')}
              endpoint="POST /api/users/{userId}/suspend"
              request={{ params: { userId } }}
              danger
            >
              <p>{t('suspendWords')}</p>
            </Action>
          )}
        </Part>
      )}
      {!person.you && person.hasSecondFactor && (
        <Part title={t('secondFactor')} lead={t('secondFactorLead')}>
          <Action<typeof resetSecondFactor>
            label={t('secondFactorReset')}
            title={t('secondFactorResetTitle', { name: nameOf(person) })}
            done={t('secondFactorWasReset')}
            endpoint="POST /api/users/{userId}/reset-second-factor"
            request={{ params: { userId } }}
            danger
          >
            <p>{t('secondFactorResetWords')}</p>
          </Action>
        </Part>
      )}
      <Part title={t('history')}>
        <AuditList events={log.data} caption={t('history')} empty={t('noHistory')} />
      </Part>
    </ClientMessages>
  )
})
