import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../packages/processes/src/debian.mjs'

// The alert rules as Prometheus itself reads them: which fires when, and that none does while all is well.

const FOLDER = join(import.meta.dirname, '../ops/prometheus')

async function promtool(...args: string[]): Promise<string> {
  const program = findProgram(['promtool'])
  if (!program) throw new Error('promtool is missing: apt-get install --no-install-recommends prometheus')
  const { stdout } = await promisify(execFile)(program, args, { cwd: FOLDER })
  return stdout
}

/** For two hours, a value each minute. */
const always = (value: number) => `${value}x120`
const rising = (perMinute: number) => `0+${perMinute}x120`
const DAY = 86_400
const page = (more: object) => ({ severity: 'page', ...more })
const ticket = (more: object) => ({ severity: 'ticket', ...more })
const worker = (name: string) => `${name}{job="salama",process="worker"}`
const task = (name: string, more = '') => `${name}{job="salama",process="worker",task="report_mail"${more}}`
const requests = (status: number) =>
  `salama_requests_total{job="salama",process="rider",operation="getVehicle",status="${status}"}`
const rider = { process: 'rider' }
const mail = { task: 'report_mail' }

const WELL = {
  'up{job="salama",instance="rider"}': always(1),
  'salama_info{job="salama",process="rider",version="1"}': always(1),
  'salama_info{job="salama",process="worker",version="1"}': always(1),
  'process_start_time_seconds{job="salama",process="rider"}': always(0),
  'nodejs_eventloop_lag_p99_seconds{job="salama",process="rider"}': always(0.02),
  [requests(200)]: rising(600),
  [requests(500)]: rising(1),
  [requests(429)]: rising(6),
  'salama_request_seconds_bucket{process="rider",le="0.5"}': rising(600),
  'salama_request_seconds_bucket{process="rider",le="+Inf"}': rising(600),
  'salama_rpc_seconds_bucket{function="search",le="0.5"}': rising(600),
  'salama_rpc_seconds_bucket{function="search",le="+Inf"}': rising(600),
  [worker('salama_database_up')]: always(1),
  [worker('salama_public_feed_lag_seconds')]: always(40),
  [worker('salama_service_area')]: always(1),
  'salama_feed_ends_timestamp_seconds{process="worker",feed="nairobi"}': always(90 * DAY),
  'salama_feed_applied_timestamp_seconds{process="worker",feed="nairobi"}': always(0),
  'salama_feed_ends_timestamp_seconds{process="worker",feed="old when loaded"}': always(-90 * DAY),
  'salama_feed_applied_timestamp_seconds{process="worker",feed="old when loaded"}': always(0),
  [task('salama_jobs_late_seconds')]: always(3),
  [task('salama_jobs_dead')]: always(0),
  [task('salama_jobs_total', ',status="200"')]: rising(1),
  [task('salama_jobs_total', ',status="500"')]: rising(1),
  [worker('salama_review_overdue')]: always(0),
  [worker('salama_disk_free_bytes')]: always(40),
  [worker('salama_disk_bytes')]: always(100),
  [worker('salama_backup_timestamp_seconds')]: always(0),
}

type Case = { alert: string; series: Record<string, string>; labels: object; summary: string }
const broken: Case[] = [
  {
    alert: 'SalamaProcessDown',
    series: { 'up{job="salama",instance="rider"}': always(0) },
    labels: page({ job: 'salama', instance: 'rider' }),
    summary: 'rider does not answer',
  },
  {
    alert: 'SalamaRestarts',
    series: { 'process_start_time_seconds{job="salama",process="rider"}': '0+0x115 1 2 3 4 5' },
    labels: ticket({ job: 'salama', ...rider }),
    summary: 'rider was restarted 5 times in half an hour',
  },
  {
    alert: 'SalamaVersionsDiffer',
    series: {
      'salama_info{job="salama",process="worker",version="1"}': '_x120',
      'salama_info{job="salama",process="worker",version="2"}': always(1),
    },
    labels: ticket({}),
    summary: 'Processes of different versions run',
  },
  {
    alert: 'SalamaErrors',
    series: { [requests(200)]: rising(60), [requests(500)]: rising(34) },
    labels: page(rider),
    summary: '34% of the requests to rider fail',
  },
  {
    alert: 'SalamaSlow',
    series: {
      'salama_request_seconds_bucket{process="rider",le="0.5"}': always(0),
      'salama_request_seconds_bucket{process="rider",le="10"}': rising(600),
    },
    labels: ticket(rider),
    summary: 'One request in twenty to rider takes over 9.525s',
  },
  {
    alert: 'SalamaBusy',
    series: { 'nodejs_eventloop_lag_p99_seconds{job="salama",process="rider"}': always(3) },
    labels: ticket({ job: 'salama', ...rider }),
    summary: 'rider has more to do than one core can',
  },
  {
    alert: 'SalamaLimitsHit',
    series: { [requests(429)]: rising(120) },
    labels: ticket({ ...rider, operation: 'getVehicle' }),
    summary: 'getVehicle of rider is refused 2 times a second',
  },
  {
    alert: 'SalamaDatabaseAway',
    series: { [worker('salama_database_up')]: always(0) },
    labels: page({}),
    summary: 'The database does not answer the worker',
  },
  {
    alert: 'SalamaDatabaseSlow',
    series: {
      'salama_rpc_seconds_bucket{function="search",le="0.5"}': always(0),
      'salama_rpc_seconds_bucket{function="search",le="10"}': rising(600),
    },
    labels: ticket({ function: 'search' }),
    summary: 'One call of search in twenty takes over 9.525s',
  },
  {
    alert: 'SalamaPublicFeedStopped',
    series: { [worker('salama_public_feed_lag_seconds')]: always(300) },
    labels: page({}),
    summary: 'What should be public has waited for 5m 0s',
  },
  {
    alert: 'SalamaNobodyCanReport',
    series: { [worker('salama_service_area')]: always(0) },
    labels: page({}),
    summary: 'There is no area to report from: every report is refused',
  },
  {
    alert: 'SalamaFeedEnds',
    series: { 'salama_feed_ends_timestamp_seconds{process="worker",feed="nairobi"}': always(10 * DAY) },
    labels: ticket({ feed: 'nairobi' }),
    summary: 'The calendar of feed nairobi ends within two weeks, or has ended',
  },
  {
    alert: 'SalamaJobsLate',
    series: { [task('salama_jobs_late_seconds')]: always(900) },
    labels: page(mail),
    summary: 'report_mail has been due for 15m 0s',
  },
  {
    alert: 'SalamaJobsFail',
    series: { [task('salama_jobs_total', ',status="200"')]: always(7) },
    labels: page(mail),
    summary: 'No report_mail succeeds',
  },
  {
    alert: 'SalamaJobsDead',
    series: { [task('salama_jobs_dead')]: always(2) },
    labels: ticket(mail),
    summary: '2 of report_mail were given up',
  },
  {
    alert: 'SalamaReviewOverdue',
    series: { [worker('salama_review_overdue')]: always(4) },
    labels: ticket({}),
    summary: '4 entries should have been decided',
  },
  {
    alert: 'SalamaDiskFull',
    series: { [worker('salama_disk_free_bytes')]: always(5) },
    labels: page({}),
    summary: '5% of the disk is left',
  },
  {
    alert: 'SalamaBackupOld',
    series: { [worker('salama_backup_timestamp_seconds')]: always(-2 * DAY) },
    labels: page({}),
    summary: 'There is no backup of the last 36 hours',
  },
]

/** With all that is well but for `series`, exactly these of all alerts fire. */
const testOf = ({ name, series, fires }: { name: string; series: object; fires: Case[] }) => ({
  name,
  interval: '1m',
  input_series: Object.entries({ ...WELL, ...series }).map(([each, values]) => ({ series: each, values })),
  alert_rule_test: broken.map(({ alert, labels, summary }) => ({
    eval_time: '2h',
    alertname: alert,
    exp_alerts: fires.some((each) => each.alert === alert)
      ? [{ exp_labels: labels, exp_annotations: { summary } }]
      : [],
  })),
})

test('Prometheus accepts the configuration, and each alert has a case here', async () => {
  expect(await promtool('check', 'config', 'prometheus.yml')).toContain(`${broken.length} rules found`)
})

test('each alert fires for what it is about, alone, and none while all is well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-alerts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tests = [
    testOf({ name: 'well', series: {}, fires: [] }),
    ...broken.map((each) => testOf({ name: each.alert, series: each.series, fires: [each] })),
  ]
  const file = join(folder, 'tests.json') // which YAML reads
  writeFileSync(file, JSON.stringify({ rule_files: [join(FOLDER, 'alerts.yml')], evaluation_interval: '1m', tests }))
  expect(await promtool('test', 'rules', file)).toContain('SUCCESS')
}, 120_000)
