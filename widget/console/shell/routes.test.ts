import { expect, it } from 'vitest'
import { addressPatterns, modeOf, pagePath, paths, readRoute } from './routes.ts'

const read = (path: string) => {
  const route = readRoute(new URL(path, 'https://console.test'))
  return route && [route.name, route.mode, route.id, route.query.toString()]
}

it.each([
  ['/', ['today', 'live', '', '']],
  ['/test', ['today', 'test', '', '']],
  ['/test/', ['today', 'test', '', '']],
  ['/payments', ['payments', 'live', '', '']],
  ['/payments/', ['payments', 'live', '', '']],
  ['/test/payments?search=4242', ['payments', 'test', '', 'search=4242']],
  ['/payments/91738888888107', ['payment', 'live', '91738888888107', '']],
  ['/test/payments/91738888888107', ['payment', 'test', '91738888888107', '']],
  ['/checkouts?status=open', ['checkouts', 'live', '', 'status=open']],
  ['/test/checkouts/new', ['new-link', 'test', '', '']],
  ['/test/checkouts/00K3m9Qz7LxT5vBnRw8YcHd2', ['checkout', 'test', '00K3m9Qz7LxT5vBnRw8YcHd2', '']],
  ['/test/subscriptions?status=past_due', ['subscriptions', 'test', '', 'status=past_due']],
  ['/checkouts/a-b', null],
  ['/tests', null],
  ['/payments/1/2', null],
  ['/payments/..%2Fsession', null],
  ['/nowhere', null],
])('%s is the route %j', (path, route) => {
  expect(read(path)).toEqual(route)
  const { pathname } = new URL(path, 'https://console.test')
  const [name] = addressPatterns().find(([, pattern]) => new RegExp(pattern).test(pathname)) ?? []
  expect(name).toBe(route?.[0])
})

it('an address that is printed is read again', () => {
  for (const mode of ['live', 'test'] as const) {
    expect(read(pagePath(mode, paths.today))).toEqual(['today', mode, '', ''])
    expect(read(pagePath(mode, paths.payment('12')))).toEqual(['payment', mode, '12', ''])
    expect(read(pagePath(mode, paths.checkout('00ab')))).toEqual(['checkout', mode, '00ab', ''])
    expect(read(pagePath(mode, paths.newLink))).toEqual(['new-link', mode, '', ''])
    const filters = paths.checkouts({ status: '', search: 'a&b@c' })
    expect(read(pagePath(mode, filters))).toEqual(['checkouts', mode, '', 'search=a%26b%40c'])
    const search = 'order:"a&b=c #1" status:captured'
    const route = readRoute(new URL(pagePath(mode, paths.payments(search)), 'https://console.test'))
    expect(route?.query.get('search')).toBe(search)
  }
})

it('the mode is in the address of pages that do not exist as well', () => {
  expect(modeOf(new URL('https://console.test/test/nowhere'))).toBe('test')
  expect(modeOf(new URL('https://console.test/testing'))).toBe('live')
})
