import type { Mode } from '../api/session.ts'

/** A page of the console. `section` is its entry in the navigation. */
export type RouteName =
  | 'today'
  | 'payments'
  | 'payment'
  | 'checkouts'
  | 'checkout'
  | 'new-link'
  | 'subscriptions'
  | 'disputes'
  | 'settlements'
  | 'keys'
  | 'webhooks'
  | 'webhook'
  | 'connections'
  | 'audit'
  | 'team'
  | 'settings'
  | 'you'
export type Section = Exclude<RouteName, keyof typeof parents | 'you'>

export type Route = {
  readonly name: RouteName
  readonly mode: Mode
  /** The id in the path; empty without one. */
  readonly id: string
  readonly query: URLSearchParams
}

/** The paths by route. `*` is an id. */
const patterns: readonly (readonly [name: RouteName, path: RegExp])[] = [
  ['today', /^\/$/],
  ['payments', /^\/payments$/],
  ['payment', /^\/payments\/([0-9A-Za-z-]+)$/],
  ['checkouts', /^\/checkouts$/],
  ['new-link', /^\/checkouts\/new$/],
  ['checkout', /^\/checkouts\/([0-9A-Za-z]+)$/],
  ['subscriptions', /^\/subscriptions$/],
  ['disputes', /^\/disputes$/],
  ['settlements', /^\/settlements$/],
  ['keys', /^\/keys$/],
  ['webhooks', /^\/webhooks$/],
  ['webhook', /^\/webhooks\/([0-9A-Za-z-]+)$/],
  ['connections', /^\/connections$/],
  ['audit', /^\/audit$/],
  ['team', /^\/team$/],
  ['settings', /^\/settings$/],
  ['you', /^\/you$/],
]

/** The pages for people who are not signed in yet, beside the sign-in page. */
const joiningPages = { '/invitation': 'invitation', '/recovery': 'recovery', '/session/access': 'access' } as const
export type JoiningPage = (typeof joiningPages)[keyof typeof joiningPages]

export const joiningPage = (pathname: string): JoiningPage | null =>
  Object.hasOwn(joiningPages, pathname) ? joiningPages[pathname as keyof typeof joiningPages] : null

/** The entry of the navigation that leads to a page without an entry of its own. */
const parents = {
  payment: 'payments',
  checkout: 'checkouts',
  'new-link': 'checkouts',
  webhook: 'webhooks',
} as const

/** The entry of the navigation of a page; null for one's own page, which is in the menu of the member. */
export const sectionOf = (name: RouteName): Section | null =>
  name === 'you' ? null : name in parents ? parents[name as keyof typeof parents] : (name as Section)

/** The mode of an address, also of a page that does not exist. */
export const modeOf = ({ pathname }: URL): Mode => (/^\/test(\/|$)/.test(pathname) ? 'test' : 'live')

/** Reads a URL; null for a page that does not exist. Test mode is in the path, so a link always opens the data that it is about. */
export const readRoute = (url: URL): Route | null => {
  const mode = modeOf(url)
  const rest = mode === 'test' ? url.pathname.slice('/test'.length) : url.pathname
  const path = rest.replace(/\/$/, '') || '/'
  for (const [name, pattern] of patterns) {
    const match = pattern.exec(path)
    if (match) return { name, mode, id: match[1] ?? '', query: url.searchParams }
  }
  return null
}

/** A pattern for the paths of each page in both modes, as `readRoute` reads them: for the server, which preloads the page's scripts. */
export const addressPatterns = (): (readonly [name: RouteName, pattern: string])[] =>
  patterns.map(([name, { source }]) => [
    name,
    name === 'today' ? '^(?:/test)?/?$' : source.replace('^', '^(?:/test)?').replace('$', '/?$'),
  ])

/** The address of a page in a mode. */
export const pagePath = (mode: Mode, path: string): string =>
  mode === 'live' ? path : path === '/' ? '/test' : `/test${path}`

/** The addresses of pages in live mode. */
export const paths = {
  today: '/',
  payments: (search = ''): string => (search === '' ? '/payments' : `/payments?${new URLSearchParams({ search })}`),
  payment: (id: string): string => `/payments/${encodeURIComponent(id)}`,
  /** @param filters parameters of the address, without empty ones */
  checkouts: (filters: Readonly<Record<string, string>> = {}): string => {
    const given = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
    return given.size === 0 ? '/checkouts' : `/checkouts?${given}`
  },
  checkout: (id: string): string => `/checkouts/${encodeURIComponent(id)}`,
  newLink: '/checkouts/new',
  /** @param status one or more, separated by commas */
  subscriptions: (status = ''): string =>
    status === '' ? '/subscriptions' : `/subscriptions?${new URLSearchParams({ status })}`,
  disputes: (stage = ''): string => (stage === '' ? '/disputes' : `/disputes?${new URLSearchParams({ stage })}`),
  settlements: '/settlements',
  keys: '/keys',
  webhooks: '/webhooks',
  webhook: (id: string, state = ''): string =>
    `/webhooks/${encodeURIComponent(id)}${state === '' ? '' : `?${new URLSearchParams({ state })}`}`,
  connections: '/connections',
  audit: (filters: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString()
    return query === '' ? '/audit' : `/audit?${query}`
  },
  team: '/team',
  settings: '/settings',
  you: '/you',
} as const
