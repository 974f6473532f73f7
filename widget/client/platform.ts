/**
 * Structural types of the platform, so that the package compiles with the types of the DOM, Node or Workers, or none of them.
 */

/** The platform's AbortSignal, derived from its fetch, since not every platform declares the class globally. */
export type Signal = typeof globalThis extends { fetch: (input: never, init?: infer Init) => unknown }
  ? NonNullable<Init> extends { signal?: infer Known }
    ? NonNullable<Known>
    : unknown
  : unknown

/** The used part of `fetch`. The fetch of every platform and of service bindings is compatible. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly signal: Signal
    /** A redirect would send the key to another host. */
    readonly redirect: 'manual'
  },
) => Promise<{
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}>
