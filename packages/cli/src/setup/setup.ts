import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../processes/src/processes.mjs'
import { databaseSql } from './database-sql.ts'
import { hostsOf, type Installation, SETTINGS_FILE, settingsText, systemdUnits } from './installation.ts'
import { caddyfile, nginxConf } from './proxies.ts'

/** Writes all files of an installation. Settings that were there before stay beside the new ones. Returns what to do next. */
export function setUp(installation: Installation, into: string, settingsFile = SETTINGS_FILE): string {
  const { domain, databaseUrl, dataDir, backups, mail } = installation
  const write = (path: string, text: string, mode = 0o644) => {
    writeFileSync(path, text, { mode })
    chmodSync(path, mode)
  }
  const settings = settingsText(installation)
  for (const folder of [into, join(into, 'systemd')]) mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const folder of [dataDir, backups]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(settingsFile)) renameSync(settingsFile, `${settingsFile}.before`)
  write(settingsFile, settings, 0o600)
  // It has the password of the database.
  write(join(into, 'database.sql'), databaseSql(databaseUrl), 0o600)
  for (const [name, text] of Object.entries(systemdUnits(installation))) write(join(into, 'systemd', name), text)
  const letsencrypt = `/etc/letsencrypt/live/${domain}`
  const certificate = { certificate: `${letsencrypt}/fullchain.pem`, key: `${letsencrypt}/privkey.pem` }
  write(join(into, 'nginx.conf'), nginxConf(domain, certificate))
  write(join(into, 'Caddyfile'), caddyfile(domain))
  const hosts = Object.values(hostsOf(domain))
  return `Wrote ${settingsFile} (only for its owner) and ${into}. Next:

1. Let ${hosts.join(', ')} point to this machine.
2. The database, as an administrator of PostgreSQL:
     sudo -u postgres psql < ${join(into, 'database.sql')}
3. The apps, in ${ROOT}: CITY=${installation.city} npm run build
4. The processes and the nightly backup:
     sudo cp ${join(into, 'systemd')}/* /etc/systemd/system/ && sudo systemctl daemon-reload
     sudo systemctl enable --now salama.target salama-backup.timer
5. https, with one of:
     sudo cp ${join(into, 'Caddyfile')} /etc/caddy/Caddyfile && sudo systemctl reload caddy
     sudo certbot certonly --webroot -w /var/www/html --deploy-hook 'systemctl reload nginx' --cert-name ${domain} ${hosts.map((host) => `-d ${host}`).join(' ')}
     sudo cp ${join(into, 'nginx.conf')} /etc/nginx/conf.d/salama.conf && sudo systemctl reload nginx
6. What the city has: npx salama load areas, load saccos, load courses, load documents; its network: npx salama import
7. The first admin: sign up at https://${hosts[0]}/en/sign-up as ${mail.from} or another address, then
     npx salama grant ${mail.from}
   and open https://${hostsOf(domain).admin}
8. npx salama doctor says what is missing.
`
}
