/**
 * Lets `process.emitWarning` take an Error again. `@supabase/lite` replaces it, when it is imported, by a function that
 * reads the warning as text: a warning of Node's own that is an Error would end the process.
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
