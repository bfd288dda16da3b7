import type { Database, Json } from '../generated/database.types.ts'
import type { Caller } from '../shared/caller.ts'
import type { InputOf, Operation } from '../shared/operation.ts'

// Maps an operation's input to the arguments of its SQL function, mechanically: `radiusM` becomes `p_radius_m`. The
// types mirror the code, so that a name that the function lacks is a compile error.

type Functions = Database['api']['Functions']
export type RpcName = keyof Functions
type Declared<Fn extends RpcName> = Functions[Fn]['Args']
type Optional<Args> = { [K in keyof Args]-?: Record<never, never> extends Pick<Args, K> ? K : never }[keyof Args]

/** The arguments of a SQL function. Any may be null; one with a default may be omitted or undefined (not sent). */
export type RpcArgs<Fn extends RpcName> = {
  [K in Exclude<keyof Declared<Fn>, Optional<Declared<Fn>>>]: Sent<Declared<Fn>[K]>
} & { [K in Optional<Declared<Fn>>]?: Sent<Declared<Fn>[K]> | undefined }
type Sent<T> = Json extends T ? unknown : T | null

type Snake<S> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : ''
type ArgName<K> = K extends 'cursor' ? never : `p_${Snake<K>}`
type Members<T> = T extends unknown ? keyof T : never
type Member<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
type Spread<Op> = Op extends { spread: readonly (infer Name)[] } ? Name : never
type SpreadMember<Input, Name> = Name extends Members<Input> ? Member<Input, Name> : never

/** The names and types of the arguments that an input maps to. */
type Given<Op, Input = InputOf<Op>> = {
  [K in Exclude<Members<Input>, Spread<Op>> as ArgName<K>]: Member<Input, K>
} & {
  [K in Members<NonNullable<SpreadMember<Input, Spread<Op>>>> as ArgName<K>]: Member<
    NonNullable<SpreadMember<Input, Spread<Op>>>,
    K
  >
} & (Op extends { acceptsDevice: true } ? { p_device: string } : unknown)

type WrongType<Args, Its> = {
  [K in keyof Args & keyof Its]: Json extends Its[K] ? never : NonNullable<Args[K]> extends Its[K] ? never : K
}[keyof Args & keyof Its]
type Lacks<Args, Its> = Exclude<Exclude<keyof Its, Optional<Its>>, keyof Args>
type Faults<Args, Its> = Exclude<keyof Args, keyof Its> | WrongType<Args, Required<Its>> | Lacks<Args, Its>

type RpcOf<Op extends Operation> = Op extends { rpc: infer Fn } ? Fn : Snake<Op['name']>

/** An operation whose input fits its SQL function; otherwise the compiler names the arguments that do not. */
export type FitsRpc<Op extends Operation> =
  RpcOf<Op> extends infer Fn extends RpcName
    ? [Faults<Given<Op>, Declared<Fn>>] extends [never]
      ? unknown
      : { rpc: `${Fn} and its input differ in ${Faults<Given<Op>, Declared<Fn>> & string}` }
    : { rpc: 'is missing' }

export const isPaged = ({ query }: Operation) => query !== undefined && 'cursor' in query.shape

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The SQL function of an operation. */
export const rpcName = ({ rpc, name }: Operation): RpcName => rpc ?? (inSnakeCase(name) as RpcName) // see `FitsRpc`

const made = new Map<string, string>()
/** Remembered: inputs have few names. */
function argName(name: string): string {
  const arg = made.get(name) ?? `p_${inSnakeCase(name)}`
  made.set(name, arg)
  return arg
}

/** The arguments of an operation's SQL function. The cursor is no condition: see `listPage`. */
export function rpcArgs(operation: Operation, caller: Caller, input: object): Record<string, unknown> {
  const entries = Object.entries(input).flatMap(([name, value]) =>
    operation.spread?.includes(name) ? Object.entries(Object(value)) : [[name, value] as const],
  )
  const kept = entries.filter(([name]) => !isPaged(operation) || (name !== 'limit' && name !== 'cursor'))
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [argName(name), value])),
    ...(operation.acceptsDevice && 'device' in caller && { p_device: caller.device }),
  }
}
