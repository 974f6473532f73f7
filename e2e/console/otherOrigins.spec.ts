import { globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { devicePath } from '#contract/terminals/device'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { fetchRaw } from '../bench/fetchRaw.ts'
import { expect, test } from '../support/fixtures.ts'
import { enterAsOwner } from './tour/pages.ts'

/** Pages of other origins, in a browser whose person is signed in to the console. */

/** Origins of attackers by name, at the port of the merchant's server. Cookies are not kept apart by port, so the last one gets the session's. */
const attackers = {
  'another site': (port: string) => `http://127.0.0.1:${port}`,
  'a neighbouring host': (port: string) => `http://evil.localhost:${port}`,
  'another port of the console’s host': (port: string) => `http://console.localhost:${port}`,
}

type Answer = { readonly request: string; readonly status: number }

/** Records the console's responses to a page of another origin, except those that only open it as a page. */
const recordAnswers = (page: Page, origin: string): Answer[] => {
  const answers: Answer[] = []
  page.on('response', (response) => {
    const request = response.request()
    const isOpened = request.method() === 'GET' && request.resourceType() === 'document'
    if (new URL(response.url()).origin !== origin || isOpened) return
    answers.push({ request: `${request.method()} ${new URL(response.url()).pathname}`, status: response.status() })
  })
  return answers
}

/** Requests that a page can send without asking, to read data or to write. */
const reads = ['/session', '/v1/account', '/v1/transactions', '/v1/apikeys', '/v1/figures']
const writes = ['/session/options', '/session/confirm/options', '/session/demo', '/v1/apikeys', '/v1/transactions/sale']

const attack = (page: Page, origin: string) =>
  page.evaluate(
    async ([origin, reads, writes, devicePath]) => {
      const readable: string[] = []
      const send = async (path: string, init: RequestInit) => {
        const response = await fetch(origin + path, { credentials: 'include', ...init }).catch(() => null)
        // Without CORS a page gets an opaque response with the status 0.
        if (response !== null && response.status !== 0) readable.push(`${init.method} ${path}`)
      }
      for (const path of reads) {
        await send(path, { method: 'GET' })
        await send(path, { method: 'GET', mode: 'no-cors' })
        await new Promise((done) => {
          const script = Object.assign(document.createElement('script'), {
            src: origin + path,
            onload: done,
            onerror: done,
          })
          document.head.append(script)
        })
      }
      for (const path of writes) {
        await send(path, { method: 'POST', body: '{}' })
        await send(path, { method: 'POST', mode: 'no-cors', body: '{}' })
        await send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
        navigator.sendBeacon(origin + path, '{}')
      }
      for (const [index, path] of writes.entries())
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
          const frame = Object.assign(document.createElement('iframe'), { name: `${index}${enctype}` })
          const form = Object.assign(document.createElement('form'), {
            action: origin + path,
            method: 'post',
            enctype,
            target: frame.name,
          })
          form.append(Object.assign(document.createElement('input'), { name: '{"kind":"secret","x":"', value: '"}' }))
          document.body.append(frame, form)
          form.submit()
          await new Promise((done) => frame.addEventListener('load', done, { once: true }))
        }
      const socket = new WebSocket(origin.replace('http', 'ws') + devicePath)
      const opened = await new Promise((done) => {
        socket.addEventListener('open', () => done(true))
        socket.addEventListener('error', () => done(false))
      })
      return { readable, opened }
    },
    [origin, reads, writes, devicePath] as const,
  )

for (const [name, originAt] of Object.entries(attackers))
  test(`console: a page of ${name} reads nothing, writes nothing and frames nothing with the cookie of a session`, async ({
    page,
    local,
    merchant,
  }) => {
    const origin = consoleUrl(local.gateway)
    const context = page.context()
    await enterAsOwner(page, origin)
    const { port } = new URL(merchant.url)
    merchant.serve(`<!doctype html><title>Win</title><iframe src="${origin}/test"></iframe>`)
    const evil = await context.newPage()
    const answers = recordAnswers(evil, origin)
    await evil.goto(originAt(port))
    const framed = evil.frames().find((frame) => frame.parentFrame() !== null)!
    expect(await framed.locator('console-shell, .bar').count()).toBe(0)

    expect(await attack(evil, origin)).toEqual({ readable: [], opened: false })
    expect(answers.length).toBeGreaterThan(reads.length + 3 * writes.length)
    expect(answers.filter(({ status }) => status < 400)).toEqual([])
    // Each was rejected by its origin: the session itself is still good.
    await page.reload()
    await page.locator('nav.sections').waitFor()
    await evil.close()
  })

test('console: the payment host cannot frame it, and neither host gets the other’s cookies', async ({
  page,
  local,
}) => {
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(page, origin)
  expect((await page.context().cookies(local.gateway)).map(({ name }) => name)).toEqual([])
  const [session] = await page.context().cookies(origin)
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: 'console.localhost' })
  await page.route(`${local.gateway}/around`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><iframe src="${origin}/test"></iframe>` }),
  )
  await page.goto(`${local.gateway}/around`)
  const framed = page.frames().find((frame) => frame.parentFrame() !== null)!
  expect(await framed.locator('console-shell, .bar').count()).toBe(0)
  // A stolen cookie is nothing there.
  for (const path of ['/session', '/v1/account', '/v1/transactions']) {
    const { status } = await fetchRaw(local.gateway + path, {
      headers: { cookie: `${session!.name}=${session!.value}` },
    })
    expect([path, status]).toEqual([path, path === '/session' ? 404 : 401])
  }
})

test('console: each built file is served by one host at most', async ({ local }) => {
  const console = consoleUrl(local.gateway)
  const status = async (origin: string, path: string): Promise<number> =>
    (await fetchRaw(local.gateway + path, { headers: { host: new URL(origin).host } })).status
  // Hundreds of address files are alike.
  const files = globSync('**/*', { cwd: inRepository('dist/assets'), withFileTypes: true })
    .filter((file) => file.isFile() && !/\/(address|texts|legal)$/.test(file.parentPath))
    .map((file) => `${file.parentPath.slice(inRepository('dist/assets').length)}/${file.name}`)
  expect(files.some((path) => path.startsWith('/console-assets/'))).toBe(true)
  for (const path of files) {
    const served = [await status(local.gateway, path), await status(console, path)]
    const isConsoles = path.startsWith('/console-assets/') && !path.endsWith('.br')
    expect([path, served[0] === 200 && isConsoles, served[1] === 200]).toEqual([path, false, isConsoles])
  }
})
