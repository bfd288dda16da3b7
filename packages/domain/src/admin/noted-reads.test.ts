import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { usePeople } from './test/people.ts'

const office = usePeople()

/** What an admin may read of people, and how it is named in the log. */
const READS = [
  ['list_users', {}, 'user.listed'],
  ['list_users', { p_q: 'amina' }, 'user.listed'],
  ['get_user_roles', { p_user_id: CAST.amina.id }, 'user.opened'],
  ['search_console', { p_q: 'amina@salama.test' }, 'console.searched'],
  ['list_incident_records', {}, 'incident.listed'],
  ['export_collection_entries', {}, 'export.made'],
  ['export_assignments', {}, 'export.made'],
  ['export_stage_counts', {}, 'export.made'],
  ['export_audit_log', {}, 'export.made'],
] as const

test.each(READS)('%s %o is in the log as %s, without what was looked for', async (name, args, action) => {
  const log = () => office.db.sql<{ actor_id: string }>('select actor_id, action, detail from app.audit_log')
  const before = await log()
  await expect(office.db.as('eve').rpc(name, { ...args })).rejects.toMatchObject({ slug: 'role_required' })
  expect(await log()).toEqual(before)
  await office.db.as('dalmas').rpc(name, { ...args })
  await office.db.as('dalmas').rpc(name, { ...args })
  const noted = (await log()).slice(before.length)
  expect(noted).toMatchObject([{ actor_id: CAST.dalmas.id, action }])
  expect(JSON.stringify(noted)).not.toContain('amina')
})
