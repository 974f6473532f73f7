import type { Build } from './build.ts'
import { receive, type Destination, type Received } from './receive.ts'

/** One look at a gateway: whom to ask, what to compare with, and what is wrong so far. */
export type Visit = {
  build: Build
  /** Asks for a path as a browser that loads it for that. */
  ask: (path: string, destination: Destination, encodings?: string) => Promise<Received>
  /** Keeps what is wrong with a path, each once. */
  say: (path: string, faults: readonly string[]) => void
  faults: () => string[]
}

export const visit = (gateway: URL, build: Build): Visit => {
  const all = new Set<string>()
  return {
    build,
    ask: (path, destination, encodings) =>
      receive(new URL(path, gateway), { destination, ...(encodings !== undefined && { encodings }) }),
    say: (path, faults) => {
      for (const fault of faults) all.add(`${path}: ${fault}`)
    },
    faults: () => [...all],
  }
}

/** Browsers take compressed files over https, and plain ones over http: the gateway has both. */
export const bothEncodings = ['gzip, br', 'identity'] as const

/** How many requests are under way at a time. */
const atOnce = 6

/** Does something for each, some at a time. */
export const forEach = async <T>(all: readonly T[], does: (one: T) => Promise<void>): Promise<void> => {
  const left = [...all]
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await does(next)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Where two texts part: enough of what was sent to find it. */
export const firstDifference = (built: Buffer, sent: Buffer): string => {
  let at = 0
  while (at < built.length && built[at] === sent[at]) at++
  return `from byte ${at} on: "${sent
    .subarray(at, at + 60)
    .toString()
    .replaceAll(/\s+/g, ' ')}"`
}
