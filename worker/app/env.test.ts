import { expect, test } from 'vitest'
import { parseEnvironment, type Bindings } from './env.ts'

const parse = (variables: Partial<Bindings>) =>
  parseEnvironment({
    ASSETS: {},
    DB_00: { prepare: () => {} },
    ROOT_KEYS: '1:unread',
    TERMINALS: {},
    PAIRINGS: {},
    WEBHOOK_ENDPOINTS: {},
    WEBHOOK_SENDERS: {},
    SIMULATOR_BOOKS: {},
    OUTCOME_KEEPERS: {},
    ACCOUNT_WORK: {},
    LANE_WORKERS: {},
    ...variables,
  } as unknown as Bindings)

test.each([
  [undefined, null],
  ['', null],
  ['https://docs.example.com', 'https://docs.example.com/'],
  ['http://localhost:8789/', 'http://localhost:8789/'],
  ['https://example.com/sluice/docs/', 'https://example.com/sluice/docs/'],
])('DOCS_URL %j is the documentation URL %j', (variable, url) => {
  expect(parse(variable === undefined ? {} : { DOCS_URL: variable }).docsUrl).toBe(url)
})

test('checkouts that are made in the console have their pages on PAYMENT_HOST, which is required with it', () => {
  expect(parse({}).paymentOrigin).toBeNull()
  const remote = { CONSOLE_HOST: 'console.example.com', PAYMENT_HOST: 'pay.example.com' }
  expect(parse(remote).paymentOrigin).toBe('https://pay.example.com')
  const local = { CONSOLE_HOST: 'console.localhost:8787', PAYMENT_HOST: 'localhost:8787' }
  expect(parse(local).paymentOrigin).toBe('http://localhost:8787')
  for (const PAYMENT_HOST of ['', 'console.example.com', 'https://pay.example.com', 'Pay.example.com'])
    expect(() => parse({ ...remote, PAYMENT_HOST })).toThrow(/^PAYMENT_HOST must be /)
})

test.each([
  'docs.example.com',
  '/docs',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:password@example.com',
])('DOCS_URL %j is rejected without quoting it', (variable) => {
  expect(() => parse({ DOCS_URL: variable })).toThrow(/^DOCS_URL must be an http or https URL without a password\.$/)
})

const access = { CONSOLE_ACCESS_TEAM_DOMAIN: 'shop.cloudflareaccess.com', CONSOLE_ACCESS_AUD: 'a'.repeat(64) }
const host = { CONSOLE_HOST: 'console.shop.example', PAYMENT_HOST: 'pay.shop.example' }

test('Cloudflare Access needs its team domain, its audience tag and a console', () => {
  expect(parse({ ...host, ...access }).consoleAccess).toEqual({
    teamDomain: 'shop.cloudflareaccess.com',
    audience: 'a'.repeat(64),
  })
  expect(parse(host).consoleAccess).toBeNull()
  for (const variables of [access, { ...host, CONSOLE_ACCESS_AUD: access.CONSOLE_ACCESS_AUD }])
    expect(() => parse(variables)).toThrow(/^CONSOLE_ACCESS_TEAM_DOMAIN and CONSOLE_ACCESS_AUD need each other/)
})

test.each([
  { CONSOLE_ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com' },
  { CONSOLE_ACCESS_TEAM_DOMAIN: 'shop.example' },
  { CONSOLE_ACCESS_TEAM_DOMAIN: 'evil.example/.cloudflareaccess.com' },
  { CONSOLE_ACCESS_AUD: 'a'.repeat(63) },
  { CONSOLE_ACCESS_AUD: '*' },
])('Cloudflare Access with %j is rejected', (wrong) => {
  expect(() => parse({ ...host, ...access, ...wrong })).toThrow(/^CONSOLE_ACCESS_/)
})
