import { describe, expect, test } from 'vitest'
import { bindings } from '../testing/bindings.ts'
import { docsPage, openApi } from './docsPage.ts'
import { errorsPage, eventsPage, landingPage, problemPage } from './staticPages.ts'
import { fakeAssets } from './fakeAssets.fixtures.ts'

const request = new Request('https://pay.example.com/')
const built = bindings.ASSETS

const pages: Readonly<Record<string, () => Promise<Response>>> = {
  landing: () => landingPage(request, built),
  docs: () => docsPage(request, built, null),
  errors: () => errorsPage(request, built),
  events: () => eventsPage(request, built),
  problem: async () => (await problemPage(request, built, 'not-found'))!,
}

const sha256 = async (text: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...digest))
}

describe.each(Object.entries(pages))('the %s page', (name, answer) => {
  test(`the ${name} page loads nothing and cannot be framed`, async () => {
    const { headers } = await answer()
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=300',
    })
  })

  test(`the ${name} page has one style element, allowed by its hash`, async () => {
    const response = await answer()
    const styles = [...(await response.text()).matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style)
    expect(styles).toHaveLength(1)
    expect(response.headers.get('content-security-policy')).toContain(
      `style-src 'sha256-${await sha256(styles[0] ?? '')}'`,
    )
  })
})

test('the landing page shows the request’s origin', async () => {
  const text = await (await landingPage(request, built)).text()
  expect(text).toContain('https://pay.example.com/v1/transactions/authorize')
  expect(text).toContain('src=&quot;https://pay.example.com/embed.js&quot;')
  expect(text).not.toMatch(/\{\w+\}/)
})

test('the landing page escapes the request’s origin', async () => {
  const requested = { url: 'https://a"b/', headers: new Headers() } as Request
  const text = await (await landingPage(requested, built)).text()
  expect(text).toContain('https://a&quot;b/v1/transactions/authorize')
  expect(text).not.toContain('a"b')
})

test.each([
  ['landing page', '/pages/landing.html', landingPage],
  ['page of errors', '/pages/errors.html', errorsPage],
  ['page of events', '/pages/events.html', eventsPage],
  ['page of the documentation', '/pages/docs.html', (...given: [Request, Fetcher]) => docsPage(...given, null)],
  [
    'page of an error',
    '/pages/problems/not-found.html',
    (...given: [Request, Fetcher]) => problemPage(...given, 'not-found'),
  ],
] as const)('the %s is the file that the build printed', async (_, path, answer) => {
  const { fetcher, requested } = fakeAssets()
  await answer(request, fetcher)
  expect(requested).toEqual([path])
})

test.each(['', 'no-such', 'not_found', 'constructor', '../errors'])('there is no page for the slug "%s"', (slug) => {
  expect(problemPage(request, built, slug)).toBeNull()
})

test('a static page returns 304 for its ETag', async () => {
  const { headers } = await errorsPage(request, built)
  const etag = headers.get('etag') ?? ''
  const again = await errorsPage(new Request(request, { headers: { 'if-none-match': etag } }), built)
  expect(again.status).toBe(304)
  expect(again.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'))
})

test('/docs redirects to the documentation where its URL is set', async () => {
  const { fetcher, requested } = fakeAssets()
  const response = await docsPage(request, fetcher, 'https://docs.example.com/sluice/')
  expect(response.status).toBe(302)
  expect(Object.fromEntries(response.headers)).toEqual({
    location: 'https://docs.example.com/sluice/',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(requested).toEqual([])
})

test('/docs without a URL of the documentation tells how to build it, and links errors, events and the API description', async () => {
  const text = await (await docsPage(request, built, null)).text()
  expect(text).toContain('npm run docs:build')
  expect(text).toContain('DOCS_URL')
  for (const path of ['/errors', '/events', '/openapi.json']) expect(text).toContain(`href="${path}"`)
})

test('/openapi.json is readable from any origin', async () => {
  const response = await openApi(request, built)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toMatchObject({ openapi: '3.1.1' })
})

test('/openapi.json returns 304 for its ETag', async () => {
  const etag = (await openApi(request, built)).headers.get('etag') ?? ''
  const again = await openApi(new Request(request, { headers: { 'if-none-match': etag } }), built)
  expect(again.status).toBe(304)
})
