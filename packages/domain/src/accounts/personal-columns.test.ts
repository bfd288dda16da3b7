import { openDatabase, type TestDatabase } from '@salama/testing'
import { readFunctions } from '@salama/testing/functions'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A reviewed list of every column that can identify a person. A new column fails here until it is decided what account
// deletion and data export do with it: either `erased` by app.erase_<noun>_of and exported by app.export_<noun>_of, or
// retained for the reason given here.

const COLUMNS: Record<string, string> = {
  'admin_alert_settings.user_id': 'erased: admin_alerts',
  'api_keys.owner_id': 'erased: api_keys',
  'assignment_slots.holder_id': 'erased: surveyor',
  'assignments.closed_by': 'erased: surveyor',
  'assignments.created_by': 'erased: surveyor',
  'audit_log.actor_id': 'kept 24 months: what people with power did; the id leads to nobody any more',
  'author_measures.author': 'deleted with the account: `hold` and `limit` end by themselves after 90 days',
  'collection_entries.surveyor_id': 'erased: surveyor',
  'collection_entry_events.actor': 'erased: surveyor',
  'deleted_users.user_id': 'kept: the mark by which what is left of their access is refused',
  'document_acceptances.user_id': 'erased: learning',
  'enrolments.user_id': 'erased: learning',
  'external_identities.user_id': 'erased: accounts',
  'feedback.rider_id': 'erased: feedback',
  'feedback_events.actor': 'erased: feedback',
  'followers.user_id': 'erased: alerts',
  'idempotent_requests.owner_id': 'erased: accounts',
  'incident_votes.user_id': 'erased: reports',
  'learning_goals.user_id': 'erased: learning',
  'passkeys.user_id': 'erased: accounts',
  'profiles.user_id': 'erased: accounts',
  'proven_sessions.user_id': 'erased: accounts',
  'report_events.actor': 'erased: reports',
  'report_mails.user_id': 'erased: alerts',
  'reports.reporter_id': 'erased: reports',
  'review_batches.decided_by': 'kept: the decision of an admin; the id leads to nobody any more',
  'review_entries.assigned_to': 'erased: reviews',
  'review_entries.author_id': 'erased: reviews',
  'review_entries.claimed_by': 'erased: reviews',
  'review_entries.decided_by': 'kept: the decision of an admin; the id leads to nobody any more',
  'review_entries.escalated_by': 'kept: the decision of an admin; the id leads to nobody any more',
  'review_events.actor': 'kept: the decision of an admin; the id leads to nobody any more',
  'review_reversals.agreed_by': 'kept: the decision of an admin; the id leads to nobody any more',
  'review_reversals.asked_by': 'kept: the decision of an admin; the id leads to nobody any more',
  'review_viewers.admin_id': 'erased: reviews',
  'role_versions.user_id': 'erased: accounts',
  'second_factor_waivers.user_id': 'erased: accounts',
  'second_factors.user_id': 'erased: accounts',
  'session_browsers.user_id': 'erased: accounts',
  'slot_events.actor': 'erased: surveyor',
  'suspended_users.user_id': 'kept: the mark by which access is refused',
  'stage_counts.surveyor_id': 'erased: surveyor',
  'surveyor_session_events.actor': 'erased: surveyor',
  'surveyor_sessions.surveyor_id': 'erased: surveyor',
  'user_roles.user_id': 'erased: accounts',
  'vehicle_facts.approved_by': 'erased: surveyor',
  'vehicle_facts.surveyor_id': 'erased: surveyor',
}

/** UUID columns without a foreign key that identify no person. Any other one is assumed to identify a person. */
const NOT_PEOPLE = [
  'admin_alerts.subject_id',
  'alerts.incident_id',
  'completed_items.module_id',
  'feedback.voice',
  'incident_changes.incident_id',
  'incident_changes_due.incident_id',
  'module_versions.module_id',
  'proven_sessions.session_id',
  'push_subscriptions.proof',
  'quiz_attempts.module_id',
  'reports.duplicate_of',
  'review_entries.batch_id',
  'review_entries.subject_id',
  'search_documents.subject_id',
  'webhook_deliveries.incident_id',
  'second_factors.confirmed_in',
  'session_browsers.session_id',
]

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

test('every column that can identify a person has a rule for deletion and export', async () => {
  const found = await db.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
        and (a.attname ~ '(user|owner|reporter|author|actor|rider|surveyor|learner|person|holder|voter|email|phone)(_id)?$'
             or a.attname ~ '_by$' and a.atttypid = 'uuid'::regtype
             or a.atttypid = 'uuid'::regtype and a.attname <> 'id')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
      order by 1`,
  )
  const open = found.map((row) => row.name).filter((name) => !NOT_PEOPLE.includes(name) && !NO_PEOPLE_IN.test(name))
  expect(open).toEqual(Object.keys(COLUMNS).toSorted())
})

/** Imported from public feeds: they contain phone numbers and e-mails of agencies, but no personal data. */
const NO_PEOPLE_IN =
  /^(agencies|stops|routes|shapes|trips|stop_times|frequencies|services|service_exceptions|service_areas|corridors?|corridor_\w+|points_of_interest|gtfs_\w+|incidents?|incident_feed|incident_history|vehicle_routes|vehicles|saccos|sacco_aliases)\./

test('every erased column is indexed, so deletion does not scan whole tables', async () => {
  const indexed = await db.sql<{ name: string }>(
    `select distinct c.relname || '.' || a.attname as name
       from pg_index i
       join pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::regnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)`,
  )
  const erased = Object.keys(COLUMNS).filter((name) => COLUMNS[name]?.startsWith('erased: '))
  const names = new Set(indexed.map((row) => row.name))
  // Admins create assignments by hand, so the table stays small and needs no index.
  expect(erased.filter((name) => !names.has(name))).toEqual(['assignments.closed_by', 'assignments.created_by'])
})

test('every erased noun has its erase and export functions', async () => {
  const nouns = new Set(
    Object.values(COLUMNS).flatMap((what) => (what.startsWith('erased: ') ? [what.slice('erased: '.length)] : [])),
  )
  const { callsOf } = await readFunctions(db)
  const callersOf = (name: string) => callsOf(name).map(({ by }) => by)
  for (const noun of nouns) {
    expect(callersOf(`app.erase_${noun}_of`), noun).toContain('api.delete_own_account')
    expect(callersOf(`app.export_${noun}_of`), noun).toContain('api.export_own_data')
  }
})
