/**
 * What the client uses of its platform, by shape: the declarations of this package must hold in programs that load the types of the DOM,
 * of Node, of Workers, or none of them.
 */

/** The platform's AbortSignal: what its fetch takes, since not every platform declares the class where a type could find it. */
export type Signal = typeof globalThis extends { fetch: (input: never, init?: infer Init) => unknown }
  ? NonNullable<Init> extends { signal?: infer Known }
    ? NonNullable<Known>
    : unknown
  : unknown

/** The part of `fetch` that is used. Every platform's fetch fits, and so does that of a service binding. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly signal: Signal
    /** A redirect would carry the key to wherever it leads. */
    readonly redirect: 'manual'
  },
) => Promise<{
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}>
