import { nodePath, ROOT } from '../../../processes/src/processes.mjs'

/** The processes, which `systemctl` does not wait for where only their target is named. */
export const UNITS = `salama.target 'salama@*.service' salama-supabase.service`

/**
 * `salama` in any folder and as root, who becomes the user of the processes. Outside of the clone `npx salama` would ask the
 * registry for a package of that name.
 */
export const command = (user: string) => `#!/bin/sh
if [ "$(id -un)" != '${user}' ]; then
  exec runuser -u '${user}' -- env HOME="$(getent passwd '${user}' | cut -d: -f6)" "$0" "$@"
fi
exec ${nodePath()} ${ROOT}packages/cli/src/main.ts "$@"
`

/** What `salama upgrade` has to do as root, and nothing else. */
export const sudoers = (user: string) => `# ${user}: salama upgrade
${user} ALL=(root) NOPASSWD: /usr/bin/systemctl stop ${UNITS.replaceAll("'", '').replaceAll('*', '\\*')}, /usr/bin/systemctl start salama.target
`
