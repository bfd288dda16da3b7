type Tree = { [key: string]: string | Tree }

/** All messages of a file by their dotted paths. */
export const leavesOf = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leavesOf(value, `${path}${key}.`),
  )

/** The sorted names of the ICU arguments in a message: `{n}` and `{n, plural, …}`. */
const argumentsOf = (message: string) =>
  [...new Set([...message.matchAll(/\{(\w+)\s*[,}]/g)].map((m) => m[1]))].toSorted().join()

/** Throws, with the paths, unless two languages have the same messages with the same arguments. */
export function assertSameMessages(a: Tree, b: Tree): void {
  const [left, right] = [new Map(leavesOf(a)), new Map(leavesOf(b))]
  const paths = new Set([...left.keys(), ...right.keys()])
  const differing = [...paths].filter((path) => {
    const [one, other] = [left.get(path), right.get(path)]
    return one === undefined || other === undefined || argumentsOf(one) !== argumentsOf(other)
  })
  if (differing.length > 0) throw new Error(`Not said alike in both languages: ${differing.join(', ')}`)
}
