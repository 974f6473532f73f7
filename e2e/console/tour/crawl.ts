import { readRoute, type RouteName } from '../../../widget/console/shell/routes.ts'
import { screenModules } from '../../../widget/console/shell/screens.ts'

/** The names of all screens. A new screen joins the tours of all tests by itself. */
export const screenNames = Object.keys(screenModules) as RouteName[]

export type Stop = { readonly screen: RouteName; readonly address: string }

/** Pages of one screen that differ in their id, or in the values of their query, are one kind. */
const kindOf = (screen: RouteName, { searchParams }: URL): string =>
  `${screen}?${[...searchParams.keys()].sort().join()}`

/**
 * Visits the screens of the console in test mode by their links, as a person would.
 *
 * @param visit opens an address and returns the addresses of the links on its page
 * @param stopsPerKind how many pages of a kind are visited
 * @throws Error if no link leads to a screen
 */
export const crawl = async (
  origin: string,
  visit: (stop: Stop) => Promise<readonly string[]>,
  stopsPerKind = 2,
): Promise<readonly Stop[]> => {
  const visited: Stop[] = []
  const visits = new Map<string, number>()
  const seen = new Set<string>()
  const queue = [`${origin}/test`]
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const url = new URL(address, origin)
    url.hash = ''
    const route = url.origin === origin ? readRoute(url) : null
    if (seen.has(url.href) || route?.mode !== 'test') continue
    seen.add(url.href)
    const kind = kindOf(route.name, url)
    const count = visits.get(kind) ?? 0
    if (count === stopsPerKind) continue
    visits.set(kind, count + 1)
    const stop = { screen: route.name, address: url.href }
    visited.push(stop)
    queue.push(...(await visit(stop)))
  }
  const missing = screenNames.filter((name) => !visited.some(({ screen }) => screen === name))
  if (missing.length > 0) throw new Error(`No link of the console leads to the screens ${missing.join(', ')}.`)
  return visited
}
