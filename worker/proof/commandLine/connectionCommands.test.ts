import { expect, test } from 'vitest'
import { runConnectionCommand } from '../../cli/connections/commands.ts'
import { parseSecrets } from '../../cli/connections/settings.ts'
import { acmeRegistry } from '../../testing/doubles/acmeProcessor.ts'
import { createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'

/** Runs commands against a gateway, with this standard input. */
const commandFixture = async (input = '', answer?: Parameters<typeof acmeRegistry>[0]) => {
  const worker = startWorker({ processors: acmeRegistry(answer) })
  const merchant = await createMerchant()
  const printed: string[] = []
  const run = async (name: string, args: readonly string[], key: string | undefined = merchant.secretKey) => {
    await runConnectionCommand(name, [...args, `--gateway=${gatewayOrigin}`], {
      key,
      request: worker.fetch,
      readSecrets: async (settings) => parseSecrets(settings, input),
      print: (line) => printed.push(line),
    })
    return printed.join('\n')
  }
  const connections = async () =>
    (await worker.as(merchant.secretKey)('GET', '/v1/connections')).json.connections.slice(1)
  return { run, connections }
}

const acme = ['--processor', 'acme', '--label', 'US cards']

test('connection:add adds a connection with settings of arguments and secrets of the standard input', async () => {
  const { run, connections } = await commandFixture('{"apiKey":"k-7f3a"}')
  const output = await run('add', [
    ...acme,
    '--host=https://api.acme.example',
    '--store=7',
    '--descriptors=true',
    '--currencies=840,978',
    '--methods=card',
  ])
  const [added] = await connections()
  expect(added).toMatchObject({
    label: 'US cards',
    secretNames: ['apiKey'],
    settings: { store: 7, descriptors: true, currencies: [840, 978], methods: ['card'] },
  })
  expect(output).toContain(added.id)
  expect(output).not.toContain('k-7f3a')
})

test.each([
  ['a secret setting', ['--apiKey=k-7f3a'], '', '--apiKey is secret'],
  ['an unknown setting', ['--regoin=eu'], '', '--regoin is no setting'],
  ['a number that is none', ['--store=seven'], '', '--store must be a number'],
  ['an option without a value', ['--host'], '', '--host needs a value'],
  [
    'a secret that is no secret setting',
    [],
    '{"host":"https://acme.example"}',
    'may contain secret settings only: apiKey, webhookSecret',
  ],
  ['an input that is no object', [], '["k"]', 'must be a JSON object'],
  ['a missing setting', ['--host=https://acme.example'], '', 'settings.apiKey'],
])('connection:add with %s adds nothing and names the problem', async (_name, args, input, message) => {
  const { run, connections } = await commandFixture(input)
  await expect(run('add', [...acme, ...args])).rejects.toThrow(message)
  expect(await connections()).toEqual([])
})

test('connection:list, connection:check and connection:disable show and change a connection', async () => {
  const { run, connections } = await commandFixture('{"apiKey":"k-7f3a"}')
  await run('add', [...acme, '--host=https://acme.example'])
  const [{ id }] = await connections()
  expect(await run('check', [id])).toContain('accepts the credentials of "US cards"')
  expect(await run('list', [])).toMatch(new RegExp(`${id} +ok +acme +US cards`))
  expect(await run('disable', [id])).toContain('Disabled "US cards"')
  expect((await connections())[0].status).toBe('disabled')
})

test('connection:check of a connection that fails ends with the reason', async () => {
  const { run, connections } = await commandFixture('{"apiKey":"k-7f3a"}', async () => ({
    result: 'failed',
    reason: 'credentials',
    text: 'Unknown key.',
  }))
  await run('add', [...acme, '--host=https://acme.example'])
  await expect(run('check', [(await connections())[0].id])).rejects.toThrow('(credentials): Unknown key.')
})

test('a command without a key, with an invalid key or with a remote http address ends with the reason', async () => {
  const { run } = await commandFixture()
  await expect(run('list', [], '')).rejects.toThrow('SLUICE_SECRET_KEY')
  await expect(run('list', [], 'sluice_sk_test_00x')).rejects.toThrow('(key_invalid)')
  const remote = runConnectionCommand('list', ['--gateway=http://pay.example.com'], {
    key: 'k',
    request: () => Promise.reject(new Error('sent')),
    readSecrets: async () => ({}),
    print: () => undefined,
  })
  await expect(remote).rejects.toThrow('--gateway must be an https address')
})
