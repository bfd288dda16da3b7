'use client'

import type { replaceUserRoles, User } from '@salama/domain/admin/contract'
import { CallError, call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { nameOf } from '@/lists/facts.tsx'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { Checkboxes } from '@/parts/options.tsx'
import { useDone } from '@/parts/toasts.tsx'
import { GIVEN_ROLES, type GivenRole } from './given-roles.ts'

/** The roles of a person, replaced as a whole. */
export function RolesForm({ person }: { person: z.infer<typeof User> }) {
  const t = useTranslations('users')
  const done = useDone()
  const router = useRouter()
  const before = GIVEN_ROLES.filter((role) => person.roles.includes(role))
  const [chosen, setChosen] = useState<readonly GivenRole[]>(before)
  const [open, setOpen] = useState(false)
  const given = chosen.filter((role) => !before.includes(role))
  const taken = before.filter((role) => !chosen.includes(role))
  const words = (roles: readonly GivenRole[]) => roles.map((role) => t(`roles.${role}`)).join(', ')

  async function save(reason: string) {
    try {
      await call<typeof replaceUserRoles>('PUT /api/users/{userId}/roles', {
        params: { userId: person.id },
        body: { roles: [...chosen], reason, version: person.version },
      })
    } catch (error) {
      // Version conflict: the page shows the current roles, and the form starts again.
      if (error instanceof CallError && error.problem.code === 'version_conflict') router.refresh()
      throw error
    }
    done(t('saved'))
  }

  return (
    <>
      <fieldset disabled={person.you} className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <legend className="sr-only">{t('rolesLabel')}</legend>
        <Checkboxes options={GIVEN_ROLES} words={(role) => t(`roles.${role}`)} chosen={chosen} onChange={setChosen} />
        <Button variant="main" disabled={given.length + taken.length === 0} onClick={() => setOpen(true)}>
          {t('save')}
        </Button>
      </fieldset>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('confirmTitle', { person: nameOf(person) })}
        confirm={t('save')}
        danger={taken.includes('admin')}
        asksReason
        onConfirm={save}
      >
        <ul className="list-disc ps-5">
          {given.length > 0 && <li>{t('gives', { roles: words(given) })}</li>}
          {taken.length > 0 && <li>{t('takes', { roles: words(taken) })}</li>}
        </ul>
        <p>{t('atOnce')}</p>
      </ConfirmDialog>
    </>
  )
}
