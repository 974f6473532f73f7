import { endpoints } from '#contract/endpoints'

/** An answer, and what is needed to ask for it again: the number of its request, or null for one that opens a merchant's account. */
export interface Timed {
  readonly route: string
  readonly ms: number
  readonly number: number | null
  readonly request: string
}

/** What a run counts: how often each route answered with each class of status, and its slowest answer. */
export const createTally = () => {
  const routes = new Map<string, { readonly classes: Record<string, number>; slowest: Timed }>()
  const names = endpoints.map(({ name }) => name)
  return {
    count: (status: number, timed: Timed): void => {
      const counted = routes.get(timed.route) ?? { classes: {}, slowest: timed }
      routes.set(timed.route, counted)
      const hundred = `${Math.floor(status / 100)}xx`
      counted.classes[hundred] = (counted.classes[hundred] ?? 0) + 1
      if (timed.ms > counted.slowest.ms) counted.slowest = timed
    },
    /** Endpoints that no request came to. */
    unasked: (): readonly string[] => names.filter((name) => !routes.has(name)),
    /** Endpoints that no request has got a success out of. */
    unreached: (): readonly string[] => names.filter((name) => routes.get(name)?.classes['2xx'] === undefined),
    /** A line for each route, the slowest first: how often it gave each class of answers, and its slowest answer. */
    lines: (): readonly string[] =>
      [...routes]
        .toSorted(([, one], [, other]) => other.slowest.ms - one.slowest.ms)
        .map(
          ([
            name,
            {
              classes,
              slowest: { ms, number, request },
            },
          ]) => {
            const counts = Object.entries(classes).map(([hundred, count]) => `${count} of ${hundred}`)
            return `${name}: ${counts.join(', ')}; at most ${ms} ms, request ${number ?? 'of an opening'}: ${request}`
          },
        ),
  }
}
export type Tally = ReturnType<typeof createTally>
