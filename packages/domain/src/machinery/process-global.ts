// One process may load a file several times: the built apps have one copy of a module for their routes, one for their pages and
// one for their proxy, and our server in front of Next loads another. What must be the same for all of them is held here; what
// one copy alone uses, or may differ between copies, is an ordinary variable.

const KEY = Symbol.for('salama')
const shared: typeof globalThis & { [KEY]?: Map<string, unknown> } = globalThis

/** The one value of this process under this name, made when it is first asked for. */
export function processGlobal<Value>(name: string, make: () => Value): () => Value {
  return () => {
    const values = shared[KEY] ?? new Map<string, unknown>()
    shared[KEY] = values
    if (!values.has(name)) values.set(name, make())
    return values.get(name) as Value // of the same line of code in another copy
  }
}
