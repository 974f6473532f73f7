import { attacks, localUrls } from '#contract/schema/publicUrl.fixtures'
import { describe, expect, test } from 'vitest'
import { acmeProcessor, acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { ProcessorPorts } from '../../processors/definition.ts'
import { firstError } from '../../testing/firstError.ts'

const localRun = { ALLOW_LOCAL_PROCESSORS: '1' }

/** A merchant who adds connections with a host, at a gateway that is deployed or runs locally. */
const gatewayWith = async (bindings: Readonly<Record<string, string>> = {}) => {
  const merchant = await createMerchant()
  const call = startWorker({ processors: acmeRegistry() }, bindings).as(merchant.secretKey)
  const add = (host: unknown) =>
    call('POST', '/v1/connections', {
      body: { processor: 'acme', label: 'Shop', settings: { ...acmeSettings(), host } },
    })
  return { merchant, call, add }
}

/** What the check of a connection gets, if its processor sends a request there. */
const checkSending = async (url: string, bindings: Readonly<Record<string, string>>, reply: () => Response) => {
  const sent: Request[] = []
  const ask = async ({ fetch }: ProcessorPorts) => {
    const { status } = await fetch(new Request(url, { headers: { authorization: 'acme-key' } }))
    return { result: 'failed', reason: 'unreachable', text: `status ${status}` } as const
  }
  const processors = new Map([
    ['acme', { ...acmeProcessor(), check: (_: unknown, ports: ProcessorPorts) => ask(ports) }],
  ])
  const merchant = await createMerchant()
  const fetch = async (request: Request) => {
    sent.push(request)
    return reply()
  }
  const call = startWorker({ processors, fetch }, bindings).as(merchant.secretKey)
  const body = { processor: 'acme', label: 'Shop', settings: acmeSettings() }
  const { id } = (await call('POST', '/v1/connections', { body })).json.connection
  const { check } = (await call('POST', `/v1/connections/${id}/check`)).json
  return { sent, check }
}

const redirect = () => new Response(null, { status: 307, headers: { location: 'https://elsewhere.example/' } })

describe('host of a processor', () => {
  test('the host of a connection is stored as its origin', async () => {
    const { add } = await gatewayWith()
    expect((await add('HTTPS://Api.Acme.example:443/')).json.connection.settings.host).toBe('https://api.acme.example')
    expect((await add('https://api.acme.example:8443')).json.connection.settings.host).toBe(
      'https://api.acme.example:8443',
    )
  })

  test('each host that is not on the public web returns 400 url_not_allowed, and nothing is stored', async () => {
    const { add, merchant } = await gatewayWith()
    for (const [url, reason] of attacks.filter(([url]) => url.isWellFormed() && url.length <= 2048)) {
      const response = await add(url)
      expect([url, ...firstError(response)]).toEqual([url, 400, 'url_not_allowed', 'settings.host'])
      expect([url, response.json.errors[0].message.details.reason]).toEqual([url, reason])
    }
    expect(await merchant.rows('SELECT id FROM connections WHERE account = ?', merchant.id)).toEqual([])
  }, 60_000)

  test.each(['https://api.acme.example/v1', 'https://api.acme.example/?x=1'])(
    'the host %s returns 400 url_not_allowed with the reason path',
    async (url) => {
      const { add } = await gatewayWith()
      expect((await add(url)).json.errors[0]).toMatchObject({
        type: 'url_not_allowed',
        message: { field: 'settings.host', details: { reason: 'path' } },
      })
    },
  )

  test('a host on this machine is accepted in local runs only', async () => {
    const deployed = await gatewayWith()
    const local = await gatewayWith(localRun)
    for (const [url] of localUrls) {
      const host = new URL(url).origin
      expect(firstError(await deployed.add(host))).toEqual([400, 'url_not_allowed', 'settings.host'])
      expect((await local.add(host)).json.connection.settings.host).toBe(host)
    }
  })

  test('a change to a host on this machine returns 400 url_not_allowed and keeps the host', async () => {
    const { add, call } = await gatewayWith()
    const { id } = (await add('https://api.acme.example')).json.connection
    const settings = { host: 'http://localhost:9000', apiKey: 'k', webhookSecret: 'w' }
    const response = await call('PUT', `/v1/connections/${id}`, { body: { settings } })
    expect(firstError(response)).toEqual([400, 'url_not_allowed', 'settings.host'])
    expect((await call('GET', `/v1/connections/${id}`)).json.connection.settings.host).toBe('https://api.acme.example')
  })
})

describe('requests of a processor', () => {
  test('a processor cannot send a request to this machine from a deployed gateway', async () => {
    const { sent, check } = await checkSending('http://127.0.0.1:9000/pay', {}, () => new Response())
    expect(sent).toEqual([])
    expect(check).toMatchObject({ result: 'failed', reason: 'unreachable' })
  })

  test('a processor can send a request to this machine in a local run', async () => {
    const { sent, check } = await checkSending('http://127.0.0.1:9000/pay', localRun, () => new Response())
    expect(sent.map(({ url }) => url)).toEqual(['http://127.0.0.1:9000/pay'])
    expect(check.text).toBe('status 200')
  })

  test('a redirect of a processor is not followed', async () => {
    const { sent, check } = await checkSending('https://api.acme.example/pay', {}, redirect)
    expect(sent.map(({ redirect }) => redirect)).toEqual(['manual'])
    expect(check.text).toBe('status 307')
  })
})
