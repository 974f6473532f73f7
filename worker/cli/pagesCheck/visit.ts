import type { Build } from './build.ts'
import { receive, type Destination, type Received } from './receive.ts'

/** One check of a gateway: how to request a path, the build, and the differences so far. */
export type Visit = {
  build: Build
  /** Requests a path as a browser with this fetch destination. */
  request: (path: string, destination: Destination, encodings?: string) => Promise<Received>
  /** Records differences of a path, each once. */
  report: (path: string, faults: readonly string[]) => void
  faults: () => string[]
}

export const visit = (gateway: URL, build: Build): Visit => {
  const all = new Set<string>()
  return {
    build,
    request: (path, destination, encodings) =>
      receive(new URL(path, gateway), { destination, ...(encodings !== undefined && { encodings }) }),
    report: (path, faults) => {
      for (const fault of faults) all.add(`${path}: ${fault}`)
    },
    faults: () => [...all],
  }
}

/** Browsers accept compressed files over https and plain ones over http. */
export const bothEncodings = ['gzip, br', 'identity'] as const

/** Concurrent requests. */
const atOnce = 6

/** Runs an action for each item, with limited concurrency. */
export const forEach = async <T>(all: readonly T[], does: (one: T) => Promise<void>): Promise<void> => {
  const left = [...all]
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await does(next)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** The position of the first difference and the text there. */
export const firstDifference = (built: Buffer, sent: Buffer): string => {
  let at = 0
  while (at < built.length && built[at] === sent[at]) at++
  return `from byte ${at} on: "${sent
    .subarray(at, at + 60)
    .toString()
    .replaceAll(/\s+/g, ' ')}"`
}
