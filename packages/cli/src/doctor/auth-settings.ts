import { type Finding, fault, ok, warning } from './finding.ts'

type Config = Record<string, unknown>
type Setting = { what: string; where: string; wanted?: Config; isWrong?: (config: Config) => boolean }

const AUTH = 'Authentication'
const CODES = ['confirmation', 'magic_link', 'recovery'].map((name) => `mailer_templates_${name}_content`)

/** What no key of a project tells, with the names of its management API; those of supabase/config.toml. */
const settingsOf = (site: string | undefined): Setting[] => [
  {
    what: 'the mails with codes are supabase/templates/code.html, in the languages of the city',
    where: `${AUTH}, Emails, Templates`,
    isWrong: (config) => !CODES.every((name) => `${config[name]}`.includes('{{ .Token }}')),
  },
  {
    what: 'a mail server of your own: that of Supabase mails members of the organization alone',
    where: `${AUTH}, Emails, SMTP Settings`,
    isWrong: ({ smtp_host }) => !smtp_host,
  },
  {
    what: 'codes of 6 digits for 600 s, passwords of 8 characters, Secure password change',
    where: `${AUTH}, Sign In / Providers, Email`,
    wanted: {
      mailer_otp_length: 6,
      mailer_otp_exp: 600,
      password_min_length: 8,
      security_update_password_require_reauthentication: true,
    },
  },
  {
    what: 'refresh tokens: reuse detected after 10 s',
    where: `${AUTH}, Sessions`,
    wanted: { refresh_token_rotation_enabled: true, security_refresh_token_reuse_interval: 10 },
  },
  {
    what: '100 mails, 300 sign-ins, 300 codes, 1800 refreshes',
    where: `${AUTH}, Rate Limits`,
    wanted: { rate_limit_email_sent: 100, rate_limit_otp: 300, rate_limit_verify: 300, rate_limit_token_refresh: 1800 },
  },
  {
    what: 'the site URL is the riders’ app, no other redirect URL',
    where: `${AUTH}, URL Configuration`,
    isWrong: ({ site_url, uri_allow_list }) => Boolean(uri_allow_list) || (site !== undefined && site_url !== site),
  },
  {
    what: 'no hook',
    where: `${AUTH}, Auth Hooks`,
    isWrong: (config) => Object.keys(config).some((name) => /^hook_.*_enabled$/.test(name) && config[name] === true),
  },
]

/**
 * Compares the settings of a project's Auth where there is a token of the management API, SUPABASE_ACCESS_TOKEN, which may do
 * everything in its organization: for this alone, and not in salama.env. Without it lists them. Reads only.
 */
export async function checkAuthSettings(url: string, env: NodeJS.Dict<string>, api: string): Promise<Finding[]> {
  const { SUPABASE_ACCESS_TOKEN: token, SALAMA_RIDER_URL: site } = env
  const realtime = warning('by hand', 'Realtime off', 'Project Settings, Realtime')
  const settings = settingsOf(site)
  if (!token) return [...settings.map(({ what, where }) => warning('by hand', what, where)), realtime]
  const [project] = new URL(url).hostname.split('.')
  const response = await fetch(`${api}/v1/projects/${project}/config/auth`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined)
  if (!response?.ok)
    return [fault('auth', `SUPABASE_ACCESS_TOKEN is no good at ${api} (${response?.status ?? 'no answer'})`, DASHBOARD)]
  const config: Config = Object(await response.json())
  const found = settings.map(({ what, where, wanted = {}, isWrong = () => false }): Finding => {
    const others = Object.keys(wanted).filter((name) => config[name] !== wanted[name])
    const told = others.map((name) => `${name} is ${config[name]}`).join(', ')
    if (others.length > 0 || isWrong(config)) return fault('auth', `not so: ${what}${told && ` (${told})`}`, where)
    return ok('auth', what)
  })
  return [...found, realtime]
}

const DASHBOARD = 'make one at supabase.com/dashboard/account/tokens'
