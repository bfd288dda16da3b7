import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cityFile } from '@salama/domain/city-files'
import { folderOf } from '../../../processes/src/city.mjs'
import { ROOT } from '../../../processes/src/processes.mjs'
import { databaseSql } from './database-sql.ts'
import { hostsOf, type Installation, SETTINGS_FILE, settingsText, systemdUnits } from './installation.ts'
import { command, sudoers } from './programs.ts'
import { caddyfile, nginxConf } from './proxies.ts'

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Returns whether there was another text. */
function write(path: string, text: string, mode = 0o644): boolean {
  const isOther = textOf(path) !== text
  writeFileSync(path, text, { mode })
  chmodSync(path, mode)
  return isOther
}

/** Writes all files of an installation. Settings that were there before stay beside the new ones. Returns what to do next. */
export function setUp(installation: Installation, into: string, settingsFile = SETTINGS_FILE): string {
  const { domain, dataDir, backups, mail, user } = installation
  const settings = settingsText(installation)
  for (const folder of [dataDir, backups]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(settingsFile)) renameSync(settingsFile, `${settingsFile}.before`)
  write(settingsFile, settings, 0o600)
  writeFiles(installation, into)
  const hosts = Object.values(hostsOf(domain))
  return `Wrote ${settingsFile} (only for its owner) and ${into}. Next, as root where it is not said otherwise:

1. Let ${hosts.join(', ')} point to this machine.
2. ${COPIED}:
     ${copied(into)}
3. The database, as an administrator of PostgreSQL:
     ${asAdministrator(installation.databaseUrl)} < ${COPY}/database.sql
4. The apps, as ${user} in ${ROOT}: npm run build
5. The processes, the nightly backup, and the command of this installation in any folder:
     ${unitsInto()}
     systemctl enable --now salama.target salama-backup.timer
     install ${COPY}/salama /usr/local/bin/
     visudo -cf ${COPY}/sudoers && install -m 440 ${COPY}/sudoers /etc/sudoers.d/salama
6. https, with one of:
     cp ${COPY}/Caddyfile /etc/caddy/Caddyfile && systemctl reload caddy
     certbot certonly --webroot -w /var/www/html --deploy-hook 'systemctl reload nginx' --cert-name ${domain} ${hosts.map((host) => `-d ${host}`).join(' ')}
     cp ${COPY}/nginx.conf /etc/nginx/conf.d/salama.conf && systemctl reload nginx
7. What the city has:
     ${loadingOf(installation.city).join(' && ')}
8. The first admin: sign up at https://${hosts[0]}/en/sign-up as ${mail.from} or another address, then
     salama grant ${mail.from}
   and open https://${hostsOf(domain).admin}
9. salama doctor says what is missing.
`
}

function asAdministrator(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl)
  const isHere = /^(127\.|localhost$|\[?::1)/.test(hostname)
  return isHere ? 'cd / && runuser -u postgres -- psql' : `psql -h ${hostname} -p ${port || 5432} -U postgres`
}

/** What loads a city: its network, and the parts that are in its folder. */
function loadingOf(city: string): string[] {
  const folder = folderOf(city)
  const file = cityFile('feed', folder) ? '' : '<zip of its feed> '
  const parts = { areas: 'areas', operators: 'register', courses: 'courses', documents: 'documents' } as const
  return [
    `salama import ${file}--feed ${basename(folder)}`,
    ...Object.entries(parts).flatMap(([what, part]) => (cityFile(part, folder) ? [`salama load ${what}`] : [])),
  ]
}

type Files = Omit<Installation, 'city' | 'mail'>

/** Writes what is installed elsewhere. Returns the names of those that had another text. */
export function writeFiles({ domain, databaseUrl, ...installation }: Files, into: string): string[] {
  mkdirSync(join(into, 'systemd'), { recursive: true, mode: 0o755 })
  const letsencrypt = `/etc/letsencrypt/live/${domain}`
  const certificate = { certificate: `${letsencrypt}/fullchain.pem`, key: `${letsencrypt}/privkey.pem` }
  const units = Object.entries(systemdUnits(installation)).map(([name, text]) => [`systemd/${name}`, text] as const)
  const files: (readonly [name: string, text: string, mode?: number])[] = [
    // It has the password of the database.
    ['database.sql', databaseSql(databaseUrl), 0o600],
    ...units,
    ['nginx.conf', nginxConf(domain, certificate)],
    ['Caddyfile', caddyfile(domain)],
    ['salama', command(installation.user), 0o755],
    ['sudoers', sudoers(installation.user)],
  ]
  return files.filter(([name, text, mode]) => write(join(into, name), text, mode)).map(([name]) => name)
}

const SYSTEMD = '/etc/systemd/system'
/** By name: root installs nothing else that is in that folder. */
const UNIT_FILES = Object.keys(systemdUnits({ user: '', dataDir: '', backups: '' }))
const unitsInto = (systemd = SYSTEMD) =>
  `cp ${UNIT_FILES.map((name) => join(COPY, 'systemd', name)).join(' ')} ${systemd}/ && systemctl daemon-reload`

/** What root installs from: the files were written by the user of the processes, who could write others in between. */
const COPY = '/root/salama'
const COPIED = `Look at a copy of these files that root alone can change, and install from there`
const copied = (into: string) => `rm -rf ${COPY} && cp -rL ${into} ${COPY}`

/**
 * What an administrator has to install after the files were written anew, because what is installed is of another release;
 * undefined if nothing.
 */
export function toInstall(changed: string[], into: string, systemd = SYSTEMD): string | undefined {
  const isInstalled = (name: string) => textOf(join(systemd, name)) === textOf(join(into, 'systemd', name))
  const steps = [
    ...(existsSync(join(systemd, 'salama.target')) && !UNIT_FILES.every(isInstalled) ? [unitsInto(systemd)] : []),
    ...changed.filter((name) => !name.startsWith('systemd/')).map((name) => `put ${join(COPY, name)} into its place`),
  ]
  return steps.length > 0 ? [`${copied(into)}   # ${COPIED}`, ...steps].join('\n') : undefined
}
