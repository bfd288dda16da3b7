const LEAKS: [what: string, pattern: RegExp][] = [
  ['a stack trace', /\n\s+at .+:\d+:\d+|node:internal|\/node_modules\//],
  ['a path of the server', /(?<![\w/])\/(home|root|work|srv|tmp|usr|var)\/[\w./-]+/],
  [
    'SQL',
    /\bselect\b.+\bfrom\b.+\bwhere\b|\binsert into\b|syntax error at|relation "|column "|violates \w+ constraint|PL\/pgSQL|SQLSTATE/i,
  ],
  ['the layer behind', /PGRST\d|PostgREST|postgres(ql)?:\/\//i],
  ['a secret', /sb_secret_|eyJhbGciOi|BEGIN [A-Z ]*PRIVATE KEY|\$2[aby]\$\d\d\$/],
]

/** What a text tells about the inside; undefined if nothing. */
export function leakIn(text: string): string | undefined {
  for (const [what, pattern] of LEAKS) {
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return `shows ${what}: ${found.slice(0, 120)}`
  }
  return undefined
}
