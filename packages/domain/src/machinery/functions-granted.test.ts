import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleOf, SERVERS } from '../../../processes/src/server-token.mjs'
import { SERVER_FUNCTIONS } from './test/server-functions.ts'

// Who may execute which function of the database, as reviewed lists. A new function fails here until it is on its list.

/** Public reads, and what a phone may do: with a token, and for callers without one by the servers below. */
const EVERYBODY = [
  'get_incident_feed_detail',
  'get_incident_feed_in_bounds',
  'get_incident_feed_nearby',
  'get_latest_incident_feed',
  'resolve_corridor_for_location',
  'submit_incident_report',
  'submit_incident_report_without_vehicle',
  'get_service_area',
  'get_vehicle_profile',
  'get_vehicle_incidents',
  'list_saccos',
  'list_sacco_vehicles',
  'list_routes',
  'list_stops',
  'get_stop',
  'get_route',
  'get_corridor',
  'get_sacco',
  'list_known_vehicles',
  'list_categories',
  'filter_incidents',
  'get_stats',
  'list_corridors',
  'get_corridor_incidents',
  'get_corridor_map',
  'get_incident_story',
  'get_line_page',
  'list_vehicle_figures',
  'list_feed_credits',
  'get_report_context',
  'search_points_of_interest',
  'list_main_stages',
  'search',
  'search_vehicle_profiles',
  'list_learning_courses',
  'get_learning_course',
  'get_certificate',
  'practice_quiz_question',
  'get_document',
  'get_vehicle_feedback',
  'scan_vehicle_qr',
  'vote_on_incident',
  'submit_ride_feedback',
  'withdraw_ride_feedback',
  'get_reporter_incident_votes',
  'list_incident_changes',
  'get_received_report',
  'add_report_photo',
  'check_report_photo',
  'add_to_report',
  // What somebody follows, and where they receive news of it.
  'follow',
  'unfollow',
  'list_follows',
  'list_alerts',
  'read_alerts',
  'subscribe_push',
  'prove_push',
  'unsubscribe_push',
]

const SIGNED_IN = [
  ...EVERYBODY,
  'get_api_key',
  'get_current_user',
  'check_password_change',
  'note_session_browser',
  'list_own_sessions',
  'end_own_sessions',
  'list_api_keys',
  'create_api_key',
  'revoke_api_key',
  'rotate_api_key',
  'get_api_key_usage',
  'list_webhooks',
  'set_webhook',
  'delete_webhook',
  'rotate_webhook_secret',
  'send_webhook',
  // Own name; account deletion and export.
  'choose_display_name',
  'delete_own_account',
  'export_own_data',
  // Admins: each of these checks the role itself.
  'list_review_queue',
  'get_review_entry',
  'claim_review_entry',
  'release_review_entry',
  'list_failed_jobs',
  'retry_failed_jobs',
  'get_system',
  'preview_review_decisions',
  'confirm_password',
  'get_second_factor',
  'list_passkeys',
  'begin_passkey',
  'add_passkey',
  'remove_passkey',
  'begin_second_factor',
  'remove_second_factor',
  'assign_review_entry',
  'reopen_review_entry',
  'watch_review_entry',
  'submit_review_decisions',
  'submit_review_decision',
  'undo_review_batch',
  'ask_review_reversal',
  'agree_to_review_reversal',
  'withdraw_review_reversal',
  'undo_review_decision',
  'list_users',
  'get_user_roles',
  'replace_user_roles',
  'list_audit_log',
  'export_audit_log',
  'get_dashboard',
  'make_vehicle_sticker',
  'list_vehicles',
  'edit_vehicle',
  'list_vehicle_facts',
  'get_vehicle_case',
  'get_incident_record',
  'merge_incident',
  'split_incident',
  'retract_incident',
  'restore_incident',
  'list_incident_records',
  'search_console',
  'suspend_user',
  'reset_second_factor',
  'reinstate_user',
  'create_sacco',
  'rename_sacco',
  'edit_assignment',
  'assign_assignment_slot',
  'free_assignment_slot',
  'list_admin_alerts',
  'read_admin_alerts',
  'choose_admin_alerts',
  // The aliases of operator groups.
  'add_sacco_alias',
  'remove_sacco_alias',
  'list_sacco_aliases',
  // Admins merge operator groups and import feeds.
  'list_sacco_duplicates',
  'get_sacco_for_admin',
  'merge_saccos',
  'undo_sacco_merge',
  'retire_sacco',
  'restore_sacco',
  // Admins manage vehicles.
  'create_vehicle',
  'retire_vehicle',
  'restore_vehicle',
  'get_vehicle_for_admin',
  'get_stage_for_admin',
  'get_route_for_admin',
  'preview_vehicle_merge',
  'merge_vehicles',
  'keep_saccos_apart',
  'open_gtfs_import',
  'apply_checked_gtfs_import',
  'discard_gtfs_import',
  'get_gtfs_import',
  'list_gtfs_imports',
  // Learning and documents. `policy_user_id` serves the policies of rows that users read directly.
  'get_learning_progress',
  'mark_learning_module_progress',
  'get_learning_module_progress',
  'get_quiz_attempt',
  'answer_quiz_question',
  'get_quiz_feedback',
  'get_learning_path',
  'set_learning_goal',
  'get_learning_figures',
  'begin_newest_course_version',
  'get_document_acceptance',
  'accept_document',
  'policy_user_id',
  // Field work; each of them also checks the role of a surveyor or an admin.
  'start_surveyor_session',
  'touch_surveyor_session',
  'end_surveyor_session',
  'get_surveyor_session',
  'get_surveyor_stats',
  'list_surveyor_assignments',
  'claim_assignment_slot',
  'claim_assignment_slots',
  'release_assignment_slot',
  'submit_assignment_slot',
  'submit_stage_count',
  'submit_vehicle_collection_entry',
  'withdraw_collection_entry',
  'list_collection_entries',
  'get_collection_entry',
  'list_field_names',
  'get_known_vehicles',
  'add_collection_entry_photo',
  'check_collection_entry_photo',
  'get_collection_entry_photo',
  'get_own_collection_entry_photo',
  'export_collection_entries',
  'export_assignments',
  'export_stage_counts',
  'create_assignment',
  'list_assignments',
  'get_assignment',
  'get_assignment_slot',
  'accept_sampled_slot',
  'restrict_author',
  'open_author',
  'close_assignment',
  // Feedback, and stickers.
  'get_ride_feedback',
  'get_vehicle_feedback_sentiment_counts',
  // Votes, changes, own reports.
  'list_own_reports',
  'get_own_report',
  'mail_own_report',
  'answer_report',
  'withdraw_report',
  // Photos of one's own reports; the second checks the role of an admin.
  'get_own_report_photo',
  'get_report_photo',
]

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

const executable = async (role: string) =>
  (
    await db.sql<{ name: string }>(
      `select distinct p.proname as name from pg_proc p
        where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace) and has_function_privilege($1, p.oid, 'execute')`,
      [role],
    )
  ).map((row) => row.name)

test.each([
  ['anon', []],
  ['authenticated', SIGNED_IN],
  ['service_role', []],
  ...SERVERS.map((server): [string, string[]] => [roleOf(server), SERVER_FUNCTIONS[server]]),
])('%s executes exactly the functions of its list', async (role, expected) => {
  expect((await executable(role)).toSorted()).toEqual(expected.toSorted())
})

test('a server is refused what only another one may execute', async () => {
  for (const server of SERVERS)
    for (const other of SERVERS) {
      const theirs = SERVER_FUNCTIONS[other].find((name) => !(SERVER_FUNCTIONS[server] as string[]).includes(name))
      if (theirs === undefined) continue
      const [signature] = await db.sql<{ args: object }>(
        `select coalesce(jsonb_object_agg(a.name, null) filter (where a.name is not null), '{}') as args
           from pg_proc p left join lateral unnest(p.proargnames[:p.pronargs]) a (name) on true
          where p.pronamespace = 'api'::regnamespace and p.proname = $1`,
        [theirs],
      )
      const refused = db.as(`${server}_server`).rpc(theirs, { ...signature?.args })
      await expect(refused, `${server} calls ${theirs}`).rejects.toMatchObject({ code: '42501' })
    }
})

test('the roles of servers are the same in SQL', async () => {
  expect(await db.sql('select unnest(app.server_roles()) as role')).toEqual(
    SERVERS.map((each) => ({ role: roleOf(each) })),
  )
})
