import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { errors } from '#contract/errors'
import { docsFile, docsPage, openApi } from './docsPage.ts'
import { errorsPage, problemPage, slugOf } from './errorPages.ts'
import { landingPage } from './landingPage.ts'

const request = new Request('https://pay.example.com/')

const pages: Readonly<Record<string, () => Promise<Response>>> = {
  landing: () => landingPage(request),
  errors: errorsPage,
  problem: async () => (await problemPage('not-found'))!,
}

const sha256 = async (text: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...digest))
}

describe.each(Object.entries(pages))('the %s page', (_name, answer) => {
  test('is HTML without scripts, and its policy lets nothing be loaded', async () => {
    const response = await answer()
    const policy = response.headers.get('content-security-policy')
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!doctype html>/i)
    expect(text).not.toMatch(/<script|<link rel="stylesheet"| style="| on\w+="/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('has one style element, allowed by its hash', async () => {
    const response = await answer()
    const styles = [...(await response.text()).matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style)
    expect(styles).toHaveLength(1)
    expect(response.headers.get('content-security-policy')).toContain(
      `style-src 'sha256-${await sha256(styles[0] ?? '')}'`,
    )
  })
})

test('the landing page shows the address at which it was asked', async () => {
  expect(await (await landingPage(request)).text()).toContain('https://pay.example.com/v1/transactions/authorize')
})

test('the landing page escapes the address at which it was asked', async () => {
  const asked = { url: 'https://a"><script>x</script>/' } as unknown as Request
  // Not an address that the platform would hand on; were it one, it would still be text.
  await expect(Promise.resolve().then(() => landingPage(asked))).rejects.toThrow('Invalid URL')
})

test('the page of errors has an anchor for each error type, with status, text and help', async () => {
  const text = await (await errorsPage()).text()
  for (const type of Object.keys(errors)) expect(text.split(`id="${type}"`), type).toHaveLength(2)
})

test('every error type has a page of its own under its slug', async () => {
  for (const type of Object.keys(errors) as (keyof typeof errors)[]) {
    const response = await problemPage(slugOf(type))
    expect(await response?.text(), type).toContain(`href="/errors#${type}"`)
  }
})

test.each(['', 'no-such', 'not_found', 'constructor', '../errors'])('there is no page for the slug "%s"', (slug) => {
  expect(problemPage(slug)).toBeNull()
})

test('no page shows a {place} that was meant to be filled in', async () => {
  expect(await (await errorsPage()).text()).not.toMatch(/\{\w+\}/)
})

describe('the API reference', () => {
  test('links every operation, and allows scripts and styles only from its own origin', async () => {
    const response = docsPage()
    const text = await response.text()
    for (const { name, tag } of endpoints) expect(text).toContain(`href="#/${tag}/${name}"`)
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(text).not.toMatch(/(src|href)="https?:/)
  })

  const asked: string[] = []
  const assets = {
    fetch: (url: URL) => {
      asked.push(url.pathname)
      return Promise.resolve(new Response('file'))
    },
  } as unknown as Fetcher

  test('its files come from the build', async () => {
    const response = await docsFile(request, assets, 'swagger-ui.js')
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(asked).toContain('/docs/swagger-ui.js')
  })

  test.each(['constructor', '..', 'openapi.json', ''])('there is no file "%s"', (file) => {
    expect(docsFile(request, assets, file)).toBeNull()
  })

  test('the description may be read by any tool', async () => {
    const response = await openApi(request, assets)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('is not sent again to who has it', async () => {
    const etag = (await openApi(request, assets)).headers.get('etag') ?? ''
    const again = await openApi(new Request(request, { headers: { 'if-none-match': etag } }), assets)
    expect(again.status).toBe(304)
  })
})
