import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

// A caller who uses PostgREST directly can have any write rolled back after it ran, by requesting its response in a
// format that fails, and read the response from the error. So no response or refusal of a write may depend on data that
// its caller may not know; that is read in a second call, once the write is committed and counted. A new function fails
// here until it is on the list.

const city = useCity()
const { report, makeKnown } = city
const rpc = (who: Parameters<typeof city.db.as>[0], name: string, args: object) =>
  city.db.as(who).rpc(name, { ...args })

type Scenario = {
  /** Eve's call; run once without the actions of others, once after `others`. */
  ask: () => Promise<unknown>
  others: () => Promise<unknown>
}

const COMPLAINT = { p_category: 'overloading', p_injury: undefined, p_vehicle: SIMBA.plate }
const ID = '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60'
const place = { p_lat: KOJA.lat, p_lng: KOJA.lng }
const crash = { p_category: 'crash', p_injury: 'none', ...place }
const session = '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b61'
const picture = { p_sent_sha256: '0'.repeat(64), p_sha256: '1'.repeat(64), p_bytes: 9, p_width: 9, p_height: 9 }
const rate = (who: Parameters<typeof rpc>[0], p_id: string) =>
  rpc(who, 'submit_ride_feedback', { p_id, p_vehicle: SIMBA.plate, p_stars: 1 })
const rateUnregistered = async (who: 'amina' | 'eve', p_id: string = randomUUID()) =>
  rpc(who, 'submit_ride_feedback', { p_id, p_vehicle: 'KDB 456B', p_stars: 1, p_device: PHONES[who] })
const stranger = () => ({ role: 'authenticated', sub: randomUUID() })

/** A public crash of Amina's; Baraka and Chebet are surveyors with open sessions. */
async function begin() {
  await report('amina', { p_lat: KOJA.lat + 0.02 })
  await city.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'surveyor') on conflict do nothing`, [
    CAST.baraka.id,
  ])
  await rpc('chebet', 'start_surveyor_session', { p_id: session })
  await rpc('baraka', 'start_surveyor_session', { p_id: randomUUID() })
}

const SCENARIOS: Record<string, Scenario> = {
  submit_incident_report: {
    // A known account named this vehicle earlier: Eve's complaint completes the pair that names it.
    others: async () => {
      await makeKnown('amina')
      await city.db.shiftClock('-10 minutes')
      await report('amina', { ...COMPLAINT, p_device: PHONES.amina })
      await city.db.resetClock()
    },
    ask: () => rpc('eve', 'submit_incident_report', { ...crash, ...COMPLAINT, p_id: ID, p_device: PHONES.eve }),
  },
  submit_incident_report_without_vehicle: {
    others: () => report('amina'),
    ask: () => rpc('eve', 'submit_incident_report_without_vehicle', { ...crash, p_id: ID }),
  },
  vote_on_incident: {
    others: async () => {
      await makeKnown('baraka', 'eve')
      await rpc('baraka', 'vote_on_incident', { p_id: await latest(), p_vote: 'over', p_device: PHONES.baraka })
    },
    ask: async () => rpc('eve', 'vote_on_incident', { p_id: await latest(), p_vote: 'over', p_device: PHONES.eve }),
  },
  submit_ride_feedback: {
    others: async () => {
      for (let n = 0; n < 4; n++) await rate(stranger(), randomUUID())
      // A known account named the plate earlier: Eve’s rating makes it known.
      await makeKnown('amina')
      await city.db.shiftClock('-10 minutes')
      await rateUnregistered('amina')
      await city.db.resetClock()
    },
    ask: async () => [await rate('eve', ID), await rateUnregistered('eve', session)],
  },
  // A plate that nobody registered: another rider, known and long ago, completes the pair that makes it known.
  follow: {
    others: () => rateUnregistered('amina'),
    ask: () =>
      rpc('eve', 'follow', { p_kind: 'vehicle', p_plate: 'KDB 456B' }).then((made) => ({ ...Object(made), id: null })),
  },
  answer_report: {
    others: () => report('amina', { p_category: 'robbery' }),
    ask: async () => {
      await rpc('eve', 'submit_incident_report_without_vehicle', { ...crash, p_category: 'robbery', p_id: ID })
      await city.decide(ID, 'changes_requested', { reasonCode: 'unclear', note: 'Where was that?' })
      return rpc('eve', 'answer_report', { p_id: ID, p_answer: 'On the side towards town.' })
    },
  },
  withdraw_report: {
    others: () => report('amina', COMPLAINT),
    ask: async () => {
      await rpc('eve', 'submit_incident_report', { ...crash, ...COMPLAINT, p_id: ID })
      return rpc('eve', 'withdraw_report', { p_id: ID })
    },
  },
  add_report_photo: {
    others: () => report('amina', COMPLAINT),
    ask: async () => {
      await rpc('eve', 'submit_incident_report', { ...crash, ...COMPLAINT, p_id: ID })
      return rpc('eve', 'add_report_photo', { p_report: ID, p_id: session, ...picture })
    },
  },
  add_to_report: {
    others: () => report('amina', COMPLAINT),
    ask: async () => {
      await rpc('eve', 'submit_incident_report', { ...crash, ...COMPLAINT, p_id: ID })
      return rpc('eve', 'add_to_report', { p_report_id: ID, p_id: session, p_vehicle: 'KZZ 900X' })
    },
  },
  submit_vehicle_collection_entry: {
    // Another surveyor recorded the same plate today.
    others: async () => {
      const p_session_id = await ownSession('baraka')
      await rpc('baraka', 'submit_vehicle_collection_entry', entryOf(randomUUID(), p_session_id))
    },
    ask: () => rpc('chebet', 'submit_vehicle_collection_entry', entryOf(ID, session)),
  },
}
const entryOf = (p_id: string, p_session_id: string) => ({ p_id, p_session_id, p_vehicle: { plate: 'KZZ 900X' } })

/** Why the responses of the others reveal nothing hidden. */
const REASONS: Record<string, string> = {
  unfollow: 'the same answer whatever there was',
  read_alerts: 'the same answer whatever there was',
  subscribe_push: 'the same answer whatever there was',
  prove_push: 'the same answer whatever there was',
  unsubscribe_push: 'the same answer whatever there was',
  accept_document: 'the caller’s own',
  begin_newest_course_version: 'the caller’s own',
  choose_display_name: 'the caller’s own',
  create_api_key: 'the caller’s own',
  delete_own_account: 'the caller’s own',
  answer_quiz_question: 'the version alone; what is right is read afterwards',
  confirm_password: 'the same answer whatever there was; it needs the caller’s own session',
  mark_learning_module_progress: 'the version alone; how a try went is read afterwards',
  begin_passkey: 'the caller’s own',
  add_passkey: 'the caller’s own; of an id that somebody else has, that it is theirs',
  remove_passkey: 'the caller’s own',
  note_session_browser: 'nothing of the session',
  end_own_sessions: 'the caller’s own; of others’ not whether there is one',
  mail_own_report: 'the caller’s own report, as the list of their reports has it',
  revoke_api_key: 'the caller’s own',
  rotate_api_key: 'the caller’s own',
  delete_webhook: 'the caller’s own',
  rotate_webhook_secret: 'the caller’s own',
  send_webhook: 'the caller’s own',
  set_webhook: 'the caller’s own',
  set_learning_goal: 'the caller’s own',
  start_surveyor_session: 'the caller’s own',
  submit_stage_count: 'the caller’s own',
  withdraw_collection_entry: 'the caller’s own',
  withdraw_ride_feedback: 'the caller’s own',
  touch_surveyor_session: 'the caller’s own',
  end_surveyor_session: 'the caller’s own',
  claim_assignment_slot: 'that a slot is free is listed for every surveyor; a token’s number counts claims, not people',
  claim_assignment_slots: 'as claim_assignment_slot',
  release_assignment_slot: 'the caller’s own',
  submit_assignment_slot: 'the caller’s own',
  add_collection_entry_photo: 'the caller’s own',
  get_corridor_incidents: 'public; writes down a week that has ended, whoever asks',
  get_vehicle_feedback: 'public; counts again what is due, whoever asks',
  list_vehicle_figures: 'public; counts again what is due, whoever asks',
  get_vehicle_feedback_sentiment_counts: 'public; counts again what is due, whoever asks',
  list_incident_changes: 'public; numbers what is due, whoever asks',
}
/** These require the role of an admin, who may read all of their response; a rolled-back call has no effect to log. */
const ADMINS = [
  // Reading is noted.
  'list_users',
  'get_user_roles',
  'search_console',
  'list_incident_records',
  'get_incident_record',
  'get_review_entry',
  'get_vehicle_case',
  'get_assignment_slot',
  'open_author',
  'restrict_author',
  'accept_sampled_slot',
  'get_report_photo',
  'export_collection_entries',
  'export_assignments',
  'export_stage_counts',
  'export_audit_log',
  'suspend_user',
  'reset_second_factor',
  'retry_failed_jobs',
  'begin_second_factor',
  'reinstate_user',
  'create_sacco',
  'create_vehicle',
  'merge_vehicles',
  'restore_sacco',
  'restore_vehicle',
  'retire_sacco',
  'retire_vehicle',
  'rename_sacco',
  'edit_assignment',
  'assign_assignment_slot',
  'free_assignment_slot',
  'choose_admin_alerts',
  'list_admin_alerts',
  'read_admin_alerts',
  'add_sacco_alias',
  'apply_checked_gtfs_import',
  'assign_review_entry',
  'claim_review_entry',
  'close_assignment',
  'create_assignment',
  'discard_gtfs_import',
  'edit_vehicle',
  'keep_saccos_apart',
  'make_vehicle_sticker',
  'merge_incident',
  'merge_saccos',
  'open_gtfs_import',
  'preview_review_decisions',
  'release_review_entry',
  'remove_sacco_alias',
  'remove_second_factor',
  'reopen_review_entry',
  'replace_user_roles',
  'retract_incident',
  'restore_incident',
  'split_incident',
  'submit_review_decision',
  'submit_review_decisions',
  'undo_review_batch',
  'ask_review_reversal',
  'agree_to_review_reversal',
  'withdraw_review_reversal',
  'undo_review_decision',
  'undo_sacco_merge',
  'watch_review_entry',
]

test('every function that writes for users is covered here, and those for admins refuse everybody else', async () => {
  const writing = await city.db.sql<{ name: string; args: object }>(
    `select p.proname as name, coalesce((select jsonb_object_agg(a.name, null)
              from unnest(p.proargnames[:p.pronargs]) a (name)), '{}') as args
       from pg_proc p
      where p.pronamespace = 'api'::regnamespace and p.provolatile = 'v'
        and has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  expect(writing.map((each) => each.name).toSorted()).toEqual(
    [...Object.keys(SCENARIOS), ...Object.keys(REASONS), ...ADMINS].toSorted(),
  )
  for (const { name, args } of writing.filter(({ name }) => ADMINS.includes(name)))
    await expect(rpc('chebet', name, args), name).rejects.toMatchObject({
      slug: 'role_required',
      detail: { role: 'admin' },
    })
})

const latest = async () =>
  (await city.db.sql<{ id: string }>('select id from app.incidents order by published_at limit 1'))[0]?.id
const ownSession = async (who: 'baraka') =>
  String(
    (
      await city.db.sql<{ id: string }>('select id from app.surveyor_sessions where surveyor_id = $1', [CAST[who].id])
    )[0]?.id,
  )

test.each(Object.entries(SCENARIOS))('%s returns the same whatever others did before', async (_, { ask, others }) => {
  const settled = async () => {
    const answer = await ask().catch((error: { slug?: string; detail?: unknown }) => [error.slug, error.detail])
    return JSON.parse(JSON.stringify(answer).replaceAll(String(await latest()), 'the crash'))
  }
  await begin()
  const alone = await settled()
  await city.again()
  await begin()
  await others()
  expect(stripTimes(await settled())).toEqual(stripTimes(alone))
})

/** The two runs are one after the other, so their clocks differ, and the report opens an incident in each. */
const stripTimes = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replace(/"\d{4}-\d\d-\d\dT[\d:]+Z"/g, '"a time"')
      .replace(/"incidentId":"[^"]+"/g, '"incidentId":"the own"'),
  )
