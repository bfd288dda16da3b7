import { SUPABASE_PORT, sitesOf } from './installation.ts'

/** A photo has 2 MiB at most, a feed in the console 32 MiB; their forms are somewhat larger. */
const mostBody = (app: string) => (app === 'admin' ? '33m' : '3m')

/** What other programs need of Auth: tokens, and the keys that verify them. */
const AUTH = '^/auth/v1/(token|user|logout|\\.well-known/jwks\\.json)$'

type Certificate = { certificate: string; key: string }
type Site = { app: string; host: string; port: number }

/** Overwritten and not added to: what a client writes is not believed (TRUST_PROXY=1). */
const FORWARD = `proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Host $host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $salama_connection;`

/** For the folder `conf.d` or `sites-enabled` of nginx. The apps say what may be cached, and where not. */
export function nginxConf(
  domain: string,
  { certificate, key }: Certificate,
  sites: Site[] = sitesOf(domain),
  authPort = SUPABASE_PORT,
): string {
  const names = sites.map(({ host }) => host).join(' ')
  const upstreams = [...sites, { app: 'auth', port: authPort }].map(
    ({ app, port }) => `upstream salama_${app} { server 127.0.0.1:${port}; keepalive 32; }`,
  )
  return `${upstreams.join('\n')}
map $http_upgrade $salama_connection { default upgrade; '' ''; }
proxy_cache_path /var/cache/nginx-salama keys_zone=salama:10m max_size=500m inactive=1h;

server {
  listen 80;
  listen [::]:80;
  server_name ${names};
  location /.well-known/acme-challenge/ { root /var/www/html; }
  location / { return 301 https://$host$request_uri; }
}
${sites.map((site) => siteOf(site, { certificate, key })).join('')}`
}

function siteOf({ app, host }: Site, { certificate, key }: Certificate): string {
  const pass = (to: string, more = '') => `proxy_pass http://salama_${to};
    ${FORWARD}${more}`
  const cached = `
    proxy_cache salama;
    proxy_cache_key $scheme$host$request_uri;
    proxy_cache_lock on;
    proxy_cache_use_stale updating;
    proxy_cache_background_update on;`
  // A cache would ask for the whole archive to answer with a part of it.
  const basemap = `  location /basemap/ {
    ${pass(app)}
  }
`
  const auth = `  location ~ ${AUTH} {
    ${pass('auth')}
  }
`
  const stream = `  location = /api/alerts/stream {
    ${pass(app, '\n    proxy_buffering off;\n    proxy_read_timeout 1h;')}
  }
`
  return `
server {
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name ${host};
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  client_max_body_size ${mostBody(app)};
  # Once, and on its own answers, too: the apps say it on theirs.
  proxy_hide_header Strict-Transport-Security;
  add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;
${app === 'rider' ? basemap : ''}${app === 'api' ? auth : ''}${app === 'admin' ? stream : ''}  location / {
    ${pass(app, app === 'rider' ? cached : '')}
  }
}
`
}

/** Caddy fetches the certificates by itself, overwrites forwarded addresses, and passes on streams and upgrades. */
export function caddyfile(domain: string, sites: Site[] = sitesOf(domain)): string {
  const block = ({ app, host, port }: Site) => `${host} {
	request_body {
		max_size ${mostBody(app)}B
	}
${app === 'api' ? `	@auth path_regexp ${AUTH}\n	reverse_proxy @auth 127.0.0.1:${SUPABASE_PORT}\n` : ''}	reverse_proxy 127.0.0.1:${port}
}
`
  return sites.map(block).join('\n')
}
