/**
 * Lets `process.emitWarning` accept an Error again. Importing `@supabase/lite` replaces it with a function that expects
 * text, so one of Node's own warnings would end the process.
 */
export function acceptErrorWarnings(): void {
  process.emitWarning = new Proxy(process.emitWarning, {
    apply: (emit, self, [warning, ...rest]: unknown[]) =>
      Reflect.apply(
        emit,
        self,
        warning instanceof Error ? [warning.stack ?? warning.message, warning.name] : [warning, ...rest],
      ),
  })
}
