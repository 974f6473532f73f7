import { expect, test } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import { printPage } from '../../pages/console/printPage.ts'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { gatewayOrigin } from '../../testing/merchant.ts'

const { worker } = startConsole()
const open = (url: string, accept = 'text/html,*/*') => worker.fetch(new Request(url, { headers: { accept } }))

test.each(['/', '/payments', '/test/payments/91234567890123', '/invitation', '/recovery', '/session/access'])(
  'the console serves its page at %s, in no frame and with its own scripts alone',
  async (path) => {
    const response = await open(consoleOrigin + path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(printPage(pages.console, path))
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const permissions = response.headers.get('permissions-policy')!
    for (const allowed of ['publickey-credentials-get=(self)', 'publickey-credentials-create=(self)', 'payment=()'])
      expect(permissions).toContain(allowed)
    expect(permissions).toContain('camera=()')
  },
)

test('the console’s page is not sent again to a browser that has it', async () => {
  const etag = (await open(consoleOrigin)).headers.get('etag')!
  const again = await worker.fetch(
    new Request(consoleOrigin, { headers: { accept: 'text/html', 'if-none-match': etag } }),
  )
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('files of the console are cached for ever by their hashes, and unknown ones are 404', async () => {
  const { path } = pages.console.script
  const script = await open(consoleOrigin + path, '*/*')
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(script.headers.get('cache-control')).toContain('immutable')
  const [, iconPath = ''] = /<link rel="icon" href="([^"]+)"/.exec(pages.console.shell.start) ?? []
  const icon = await open(consoleOrigin + iconPath, 'image/*')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  for (const unknown of [
    '/console-assets/AAAAAAAAAAAAAAAA.js',
    '/console-assets/../pages.json',
    '/console-assets/x.html',
  ])
    expect((await open(consoleOrigin + unknown, '*/*')).status, unknown).toBe(404)
  expect((await open(gatewayOrigin + path, '*/*')).status).toBe(404)
})

test('a request that is no page and nothing of the console is 404 in JSON', async () => {
  const response = await open(`${consoleOrigin}/payments`, 'application/json')
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})
