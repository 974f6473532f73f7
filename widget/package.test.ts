import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import repositoryPackage from '../package.json' with { type: 'json' }
import { codeBlocks } from '../worker/cli/docs/markdown.ts'
import description from './package/package.json' with { type: 'json' }
import { installPackage, PACKAGE_NAME, runIn } from './testing/npmPackage.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const tsc = join(repository, 'node_modules/typescript/bin/tsc')

/** The samples of the package's README by name. */
const readme = Object.fromEntries(
  codeBlocks(readFileSync(join(repository, 'widget/package/README.md'), 'utf8'))
    .filter(({ language }) => language === 'ts')
    .map(({ file, code }) => [file.replace('.ts', ''), code]),
)

/** Declarations of the platforms. */
const typeRoots = ['node_modules/@types', 'node_modules'].map((path) => join(repository, path))

/** A folder somewhere else, with what `npm pack` packs installed into it, and no other package. */
let shop: string

const run = (command: string, args: readonly string[]) => runIn(shop, command, args)

const installed = (path: string) => join(shop, 'node_modules', PACKAGE_NAME, path)

beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), 'sluice-shop-'))
  await installPackage(shop)
}, 60_000)

afterAll(() => rm(shop, { recursive: true, force: true }))

/** A merchant's server, as far as it needs no gateway that answers. */
const server = `
import { SluiceClient, SluiceError, SluiceWebhookError, verifyWebhook, type AuthorizeTransactionRequest } from '@sluicepay/sluice'
import { encryptCard } from '@sluicepay/sluice/encrypt'
import { makeTestWalletPayload } from '@sluicepay/sluice/testing'

const payment: AuthorizeTransactionRequest = { payment: { token: 'of-the-page' }, amount: { value: 26.25, currency: 840 } }
const sluice = new SluiceClient({
  baseUrl: 'https://pay.example.com',
  apiKey: 'sluice_sk_test_00OnlyForThisTest',
  retries: 0,
  fetch: async (url, { body = '{}' }) => ({
    ok: url.endsWith('/authorize'),
    status: url.endsWith('/authorize') ? 200 : 404,
    headers: { get: () => null },
    text: async () => JSON.stringify({ approved: true, amount: JSON.parse(body).amount?.value, errors: null }),
  }),
})
const { approved, amount, errors } = await sluice.authorizeTransaction(payment)
if (!approved || amount !== 26.25 || errors) throw new Error('the answer did not arrive')

const refusal: unknown = await sluice.listEncryptionKeys().then((keys) => encryptCard({ accountNumber: '', expires: '' }, keys), (error) => error)
if (!(refusal instanceof SluiceError) || refusal.status !== 404 || refusal.items.length > 0) throw new Error('the refusal did not arrive')

const digitalPayPayment = await makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230' })
if ((await sluice.authorizeTransaction({ ...payment, payment: { digitalPayPayment } })).amount !== 26.25) throw new Error('no envelope')

const missing: unknown = await encryptCard({ accountNumber: '', expires: '' }, { keys: [] }).catch((error: unknown) => error)
if (!String(missing).includes('There is no key')) throw new Error('the helper did not run')

const received = {
  'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'Webhook-Timestamp': '1614265330',
  'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = await verifyWebhook('{"test": 2432232314}', received, [secret], { now: new Date(1614265330000) })
if (!('test' in event) || event.test !== 2432232314) throw new Error('the event was not verified')
const late: unknown = await verifyWebhook('{"test": 2432232314}', received, secret).catch((error: unknown) => error)
if (!(late instanceof SluiceWebhookError) || late.reason !== 'timestamp_too_old') throw new Error('a late event was taken')
`

/** What must not compile: a member that is not there, an amount as text, a currency that is none. */
const wrong = `
import { SluiceClient, verifyWebhook } from '@sluicepay/sluice'
declare const sluice: SluiceClient
// @ts-expect-error
sluice.authorizeTransaction({ payment: { tokn: 'x' }, amount: { value: 1 } })
// @ts-expect-error
sluice.authorizeTransaction({ payment: { token: 'x', cash: true }, amount: { value: 1 } })
// @ts-expect-error
sluice.saleTransaction({ payment: { token: 'x', stored: { customer: 'y' } }, amount: { value: 1 } })
// @ts-expect-error
sluice.authorizeTransaction({ payment: {}, amount: { value: 1 } })
// @ts-expect-error
sluice.authorizeTransaction({ payment: { token: null }, amount: { value: 1 } })
// @ts-expect-error
sluice.authorizeTransaction({ payment: { cash: false }, amount: { value: 1 } })
// @ts-expect-error
sluice.createToken({ creditCard: { accountNumber: '', expires: '' }, creditCardEncrypted: 'x' })
// @ts-expect-error
sluice.addWalletEntry('1', { token: 'x', creditCardEncrypted: 'y' })
sluice.authorizeTransaction({ payment: { token: 'x', stored: null, cash: false }, amount: { value: 1 } })
sluice.saleTransaction({ payment: { cash: true, token: null }, amount: { value: 1 } }, { idempotencyKey: 'order-1' })
declare const source: { token: string } | { stored: { customer: string } }
sluice.saleTransaction({ payment: source, amount: { value: 1 } })
// @ts-expect-error
sluice.captureTransaction({ transactionId: '1', amount: '1.00' })
// @ts-expect-error
sluice.authorizeTransaction({ payment: { token: 'x' }, amount: { value: 1, currency: 1 } })
// @ts-expect-error
sluice.getTransaction('1').then(({ statuz }) => statuz)
for await (const { id } of sluice.listApiKeys({ pageSize: 10 })) id satisfies string
// @ts-expect-error
verifyWebhook({ id: 'evt-1' }, {}, 'whsec_')
// @ts-expect-error
verifyWebhook('{}', {}, undefined)
// @ts-expect-error
verifyWebhook('{}', {}, 'whsec_').then(({ kind }) => kind === 7)
`

/** The platform's own fetch, signals, headers and bytes fit. */
const platform = `
import { SluiceClient, verifyWebhook } from '@sluicepay/sluice'
const sluice = new SluiceClient({ baseUrl: 'https://pay.example.com', apiKey: 'sluice_sk_test_00', fetch: globalThis.fetch })
sluice.voidTransaction({ transactionId: '1' }, { signal: AbortSignal.timeout(1000) })
declare const request: Request
verifyWebhook(await request.text(), request.headers, 'whsec_').then(({ data }) => data['transaction'])
verifyWebhook(await request.arrayBuffer(), new Headers(), 'whsec_').then(({ kind }) => kind satisfies 0 | 1 | 2 | 3 | 4 | 5 | 6)
`

/** Node's own requests, too. */
const listener = `
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from '@sluicepay/sluice'
createServer(async (request, response) => {
  const { type, sequence } = await verifyWebhook(await buffer(request), request.headers, 'whsec_')
  response.end(type satisfies string, () => sequence satisfies number)
})
`

/** The element's own types, where the program has those of the DOM; and its loader's. */
const page = `
import { SluiceCard, type SluiceCompleteEvent, type SluiceToken } from '@sluicepay/sluice/element'
import { loadElements, SluiceLoadError } from '@sluicepay/sluice/loader'
const card = document.querySelector('sluice-card')
card?.addEventListener('change', ({ complete }) => complete satisfies boolean)
card?.addEventListener('error', ({ code }) => code satisfies string)
card?.tokenize().then(({ token }: SluiceToken) => token satisfies string)
const checkout = document.querySelector('sluice-checkout')
checkout?.addEventListener('complete', ({ transactionId, url }: SluiceCompleteEvent) => (transactionId + url) satisfies string)
checkout?.addEventListener('close', ({ reason }) => reason satisfies string)
// @ts-expect-error
checkout?.tokenize()
SluiceCard.gateway = 'https://pay.example.com'
const made: SluiceCard = new SluiceCard()
made.texts = { labels: { number: 'Number of your card' } }
// @ts-expect-error
made.texts = { labels: { numbr: '' } }
loadElements({ gateway: 'https://pay.example.com', retries: 1 }).then(
  (Card) => new Card().required satisfies boolean,
  (error) => error instanceof SluiceLoadError && error.tried satisfies readonly string[],
)
// @ts-expect-error
loadElements({ fallbackGateway: 'https://pay.example.com' })
`

/** The element's props, where the program has React's types. */
const reactPage = `
import type { JSX } from 'react'
import type {} from '@sluicepay/sluice/react'
type Props = JSX.IntrinsicElements['sluice-card']
export const props: Props = {
  'publishable-key': 'sluice_pk_test_00',
  name: 'token',
  required: true,
  appearance: { alertColor: 'red' },
  texts: null,
  ref: (card) => void card?.tokenize(),
  onready: ({ type }) => type satisfies string,
  onChange: ({ currentTarget }) => currentTarget.value satisfies string,
  onerror: ({ code }) => code satisfies string,
}
export const checkout: JSX.IntrinsicElements['sluice-checkout'] = {
  src: 'https://pay.example.com/checkout/00',
  ref: (element) => void element?.status.length,
  oncomplete: ({ url }) => url satisfies string,
  onclose: ({ reason }) => reason satisfies string,
}
// @ts-expect-error
export const keyless: Props = { name: 'token' }
// @ts-expect-error
export const misspelled: Props = { 'publishable-key': '', layout: 'rows' }
// @ts-expect-error
export const readOnly: Props = { 'publishable-key': '', form: 'pay' }
`

/** All that a server or a worker may do with the modules of the page: import them. */
const importing = `
const [element, loader] = await Promise.all([import('@sluicepay/sluice/element'), import('@sluicepay/sluice/loader')])
if ('document' in globalThis || 'HTMLElement' in globalThis || 'customElements' in globalThis) throw new Error('a page')
console.log([element, loader].flatMap((module) => Object.keys(module)).sort().join())
`

describe('the npm package, installed elsewhere and without a network', () => {
  test('the npm package has no dependencies and contains code, types and its description only', () => {
    expect(globSync('node_modules/{*,@*/*}', { cwd: shop })).toEqual([
      join('node_modules', '@sluicepay'),
      join('node_modules', PACKAGE_NAME),
    ])
    const files = globSync('**/*.*', { cwd: installed('') })
    const others = files.filter((file) => !/^(\w+\.js|types\/[\w/-]+\.d\.ts|custom-elements\.json)$/.test(file))
    expect(others.sort()).toEqual(['CHANGELOG.md', 'README.md', 'package.json'])
    expect(existsSync(installed('LICENSE'))).toBe(true)
  })

  test('the npm package has the latest version of the changelog, and the repository is not published itself', () => {
    const { version, dependencies } = JSON.parse(readFileSync(installed('package.json'), 'utf8'))
    expect({ version, dependencies }).toEqual({ version: repositoryPackage.version, dependencies: undefined })
    const [, released] = /^## (\d\S*)/m.exec(readFileSync(installed('CHANGELOG.md'), 'utf8')) ?? []
    expect(version).toBe(released)
    expect(repositoryPackage.private).toBe(true)
  })

  test('every export of the npm package exists', () => {
    const paths = Object.values(description.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )
    expect(paths.length).toBeGreaterThan(4)
    for (const path of [...paths, description.customElements]) expect(existsSync(installed(path)), path).toBe(true)
  })

  test.each([
    ['Node', importing],
    [
      'a worker',
      `import { isMainThread, Worker } from 'node:worker_threads'
      if (isMainThread) new Worker(new URL(import.meta.url))
      else {${importing}}`,
    ],
  ])('the elements and their loader can be imported in %s', async (name, source) => {
    const file = join(shop, `${name.replaceAll(' ', '-')}.js`)
    await writeFile(file, source)
    const names = (await run(process.execPath, [file])).trim().split(',')
    expect(names).toEqual(
      'SluiceCancelEvent,SluiceCard,SluiceChangeEvent,SluiceCheckout,SluiceCloseEvent,SluiceCompleteEvent,SluiceDeclineEvent,SluiceErrorEvent,SluiceLoadError,SluiceReadyEvent,loadElements'.split(
        ',',
      ),
    )
  })

  test('modules of the npm package import each other only, and the client has no card code', () => {
    const client = readFileSync(installed('index.js'), 'utf8')
    expect(client).not.toMatch(/luhn|accountNumber|verificationValue|valibot/i)
    for (const file of globSync('*.js', { cwd: installed('') }))
      expect(readFileSync(installed(file), 'utf8'), file).not.toMatch(/from\s*["'](?!\.\/)/)
  })

  test.each([
    ['without types of any platform', {}, { server, wrong }],
    ['with those of the DOM', { lib: ['es2022', 'dom', 'dom.asynciterable'] }, { server, wrong, platform, page }],
    [
      'with those of React',
      {
        lib: ['es2022', 'dom'],
        paths: { react: [join(repository, 'node_modules/@types/react/index.d.ts')] },
        skipLibCheck: true,
      },
      { server, reactPage },
    ],
    ['with those of Node', { types: ['node'], skipLibCheck: true }, { server, platform, listener }],
    [
      'in the README with those of Node',
      { types: ['node'], lib: ['es2022', 'dom'], skipLibCheck: true },
      { server, ...readme },
    ],
    ['with those of Workers', { types: ['@cloudflare/workers-types'], skipLibCheck: true }, { server, platform }],
  ])('programs compile against the package’s types %s, and wrong ones do not', async (name, options, sources) => {
    const folder = join(shop, name.replaceAll(' ', '-'))
    await mkdir(folder)
    const files = Object.entries(sources).map(([file, source]) => [`${file}.ts`, source] as const)
    await Promise.all(files.map(([file, source]) => writeFile(join(folder, file), source)))
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      lib: ['es2022'],
      types: [],
      typeRoots,
      ...options,
    }
    const project = { compilerOptions, files: files.map(([file]) => file) }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
    await run(process.execPath, [tsc, '-p', folder])
    await run(process.execPath, [join(folder, 'server.js')])
  })
})
