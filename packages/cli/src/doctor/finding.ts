/** One thing that was looked at: what is wrong and what mends it, or that it is well. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'fault'; what: string; mend?: string }

export const ok = (about: string, what: string): Finding => ({ about, state: 'ok', what })
export const warning = (about: string, what: string, mend: string): Finding => ({ about, state: 'warning', what, mend })
export const fault = (about: string, what: string, mend: string): Finding => ({ about, state: 'fault', what, mend })
