import { endpoints } from '#contract/endpoints'

/** An answer, and what is needed to ask for it again: the number of its request, or null for one that opens a merchant's account. */
export interface Timed {
  readonly route: string
  readonly ms: number
  readonly number: number | null
  readonly request: string
}

/** What a run counts: how often each route answered with each status, and its slowest answer. */
export const createTally = (longestMs: number) => {
  const statuses = new Map<string, Map<number, number>>()
  const slowest = new Map<string, Timed>()
  const late: Timed[] = []
  let last: Timed | null = null
  const names = endpoints.map(({ name }) => name)

  const ofClass = (name: string, hundred: number): number => {
    let sum = 0
    for (const [status, count] of statuses.get(name) ?? []) if (Math.floor(status / 100) === hundred) sum += count
    return sum
  }

  return {
    count: (status: number, timed: Timed): void => {
      const { route, ms } = timed
      if (timed.number !== null) last = timed
      const counts = statuses.get(route) ?? new Map<number, number>()
      statuses.set(route, counts.set(status, (counts.get(status) ?? 0) + 1))
      if (ms > (slowest.get(route)?.ms ?? -1)) slowest.set(route, timed)
      if (ms > longestMs) late.push(timed)
    },
    /** The last answer to a request with a number. */
    last: (): Timed | null => last,
    /** Endpoints that no request came to. */
    unasked: (): readonly string[] => names.filter((name) => !statuses.has(name)),
    /** Endpoints that no request has got a success out of. */
    unreached: (): readonly string[] => names.filter((name) => ofClass(name, 2) === 0),
    /** The slowest answer of each route, the slowest first. */
    slowest: (): readonly Timed[] => [...slowest.values()].toSorted((one, other) => other.ms - one.ms),
    /** All that took longer than they may. */
    late: (): readonly Timed[] => late,
    /** A line for each endpoint: how often it was asked, with what classes of answers, and its slowest answer. */
    lines: (): readonly string[] =>
      [...new Set([...names, ...statuses.keys()])].map((name) => {
        const classes = [1, 2, 3, 4, 5].map((hundred) => [hundred, ofClass(name, hundred)] as const)
        const counted = classes.filter(([, count]) => count > 0).map(([hundred, count]) => `${count} of ${hundred}xx`)
        const longest = slowest.get(name)
        if (longest === undefined) return `${name}: never asked`
        return `${name}: ${counted.join(', ')}; at most ${longest.ms} ms (request ${longest.number ?? 'of an opening'})`
      }),
  }
}
export type Tally = ReturnType<typeof createTally>
