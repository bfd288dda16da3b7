import { join } from 'node:path'
import { appPorts } from '../../../processes/src/app-env.mjs'
import { nodePath, ROOT } from '../../../processes/src/processes.mjs'

/** What `salama setup` is told, and what follows from it. */
export type Installation = {
  domain: string
  city: string
  databaseUrl: string
  dataDir: string
  backups: string
  mail: { from: string; host: string; port: number; user: string; pass: string }
  /** The user of the operating system that the processes run as. */
  user: string
}

export const SETTINGS_FILE = join(ROOT, 'salama.env')
export const SUPABASE_PORT = 54321

/** The riders' app is at the domain itself. */
export const hostsOf = (domain: string) => ({
  rider: domain,
  api: `api.${domain}`,
  surveyor: `surveyor.${domain}`,
  learning: `learning.${domain}`,
  admin: `admin.${domain}`,
})

/** Each host, and the port behind it. */
export function sitesOf(domain: string) {
  const ports = appPorts(3000)
  return (['rider', 'api', 'surveyor', 'learning', 'admin'] as const).map((app) => ({
    app,
    host: hostsOf(domain)[app],
    port: ports[app],
  }))
}

/** The environment of every process, in a form that systemd, containers and Node.js read alike. */
export function settingsText({ domain, city, databaseUrl, dataDir, backups, mail }: Installation): string {
  const hosts = hostsOf(domain)
  const settings = {
    CITY: city,
    ...Object.fromEntries(
      Object.entries(hosts).map(([app, host]) => [`SALAMA_${app.toUpperCase()}_URL`, `https://${host}`]),
    ),
    SALAMA_AUTH_URL: `https://${hosts.api}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BACKUP_DIR: backups,
    TRUST_PROXY: '1',
    SMTP_HOST: mail.host,
    SMTP_PORT: String(mail.port),
    SMTP_USER: mail.user,
    SMTP_PASS: mail.pass,
    SMTP_FROM: mail.from,
    SUPPORT_EMAIL: mail.from,
    VAPID_SUBJECT: `mailto:${mail.from}`,
  }
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${written(name, value)}\n`)
    .join('')
}

function written(name: string, value: string): string {
  if (/['\\\n]/.test(value)) throw new Error(`${name} may not contain a quote, a backslash or a new line`)
  return /^[\w@%+=:,./?&~*!-]*$/.test(value) ? value : `'${value}'`
}

const unit = (sections: Record<string, string[]>) =>
  Object.entries(sections)
    .map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`)
    .join('\n')

/** One unit for each process: systemd keeps it running, and its journal has what it prints. */
export function systemdUnits({
  user,
  dataDir,
  backups,
}: Pick<Installation, 'user' | 'dataDir' | 'backups'>): Record<string, string> {
  const service = [
    `User=${user}`,
    `WorkingDirectory=${ROOT}`,
    `EnvironmentFile=${SETTINGS_FILE}`,
    'UMask=0077',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
    'ProtectSystem=full',
    `ReadWritePaths=${dataDir} ${backups}`,
  ]
  const process = (name: string) => [
    `ExecStart=${nodePath()} ${ROOT}scripts/start.mjs --only ${name}`,
    'Restart=always',
    'RestartSec=1',
    // It kills a child that hangs, and tells with systemd-notify that it does not hang itself.
    'WatchdogSec=15',
    'WatchdogSignal=SIGKILL',
    'NotifyAccess=all',
    // It tells its child to stop, and waits for what runs.
    'KillMode=mixed',
    'TimeoutStopSec=20',
    'LimitNOFILE=65536',
  ]
  const others = ['rider', 'api', 'surveyor', 'learning', 'admin', 'worker'].map((name) => `salama@${name}.service`)
  return {
    'salama.target': unit({
      Unit: ['Description=Salama', `Wants=salama-supabase.service ${others.join(' ')}`],
      Install: ['WantedBy=multi-user.target'],
    }),
    'salama-supabase.service': unit({
      Unit: [
        'Description=Salama: Auth and the database',
        'After=network.target postgresql.service',
        'PartOf=salama.target',
        'StartLimitIntervalSec=0',
      ],
      Service: [...service, ...process('supabase')],
    }),
    // Stopped before Supabase: they may still be writing.
    'salama@.service': unit({
      Unit: [
        'Description=Salama: %i',
        'After=network.target salama-supabase.service',
        'PartOf=salama.target',
        'StartLimitIntervalSec=0',
      ],
      Service: [...service, ...process('%i')],
    }),
    'salama-backup.service': unit({
      Unit: ['Description=Salama: backup', 'After=postgresql.service'],
      Service: ['Type=oneshot', ...service, `ExecStart=${nodePath()} ${ROOT}packages/cli/src/main.ts backup`],
    }),
    'salama-backup.timer': unit({
      Unit: ['Description=Salama: a backup each night'],
      Timer: ['OnCalendar=*-*-* 02:30', 'RandomizedDelaySec=10min', 'Persistent=true'],
      Install: ['WantedBy=timers.target'],
    }),
  }
}
