/** A public generator of clients, and a program that pays with what it generates. */
export interface GeneratedClient {
  /** The package of the generator, and its command. */
  readonly generator: string
  readonly command: string
  /** Arguments of the command. `openapi.json` is in the folder of the program. */
  readonly args: readonly string[]
  /** Configuration files by name. */
  readonly files?: Readonly<Record<string, string>>
  /** Packages that the generated client imports. */
  readonly imports?: readonly string[]
  /** Authorizes, captures and reads a payment. Exports `pay`. */
  readonly program: string
}

const card = `{ creditCard: { accountNumber: '4242424242424242', expires: '1230' } }`

export const generatedClients: readonly GeneratedClient[] = [
  {
    generator: 'openapi-typescript',
    command: 'bin/cli.js',
    args: ['openapi.json', '--output', 'generated/schema.d.ts'],
    imports: ['openapi-fetch', 'openapi-typescript-helpers'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './generated/schema.js'

export const pay = async (baseUrl: string, apiKey: string) => {
  const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': apiKey } })
  const authorized = await client.POST('/v1/transactions/authorize', {
    params: { header: { 'Idempotency-Key': 'order-1' } },
    body: { payment: ${card}, amount: { value: 26.25 } },
  })
  if (authorized.data === undefined) throw new Error(authorized.response.statusText)
  const { transactionId } = authorized.data
  const captured = await client.POST('/v1/transactions/capture', { body: { transactionId } })
  if (captured.data === undefined) throw new Error(captured.response.statusText)
  const read = await client.GET('/v1/transactions/{id}', { params: { path: { id: transactionId } } })
  if (read.data === undefined) throw new Error(read.response.statusText)
  return { approved: captured.data.approved, status: read.data.status, captured: read.data.amountCaptured }
}
`,
  },
  {
    generator: '@hey-api/openapi-ts',
    command: 'dist/run.mjs',
    args: ['--file', 'openapi-ts.config.js'],
    files: {
      'openapi-ts.config.js': `
export default { input: './openapi.json', output: { path: './generated', module: { extension: '.js' } } }
`,
    },
    program: `
import { client } from './generated/client.gen.js'
import { authorizeTransaction, captureTransaction, getTransaction } from './generated/index.js'

export const pay = async (baseUrl: string, apiKey: string) => {
  client.setConfig({ baseUrl, auth: apiKey })
  const authorized = await authorizeTransaction({
    headers: { 'Idempotency-Key': 'order-2' },
    body: { payment: ${card}, amount: { value: 26.25 } },
    throwOnError: true,
  })
  const { transactionId } = authorized.data
  const captured = await captureTransaction({ body: { transactionId }, throwOnError: true })
  const read = await getTransaction({ path: { id: transactionId }, throwOnError: true })
  return { approved: captured.data.approved, status: read.data.status, captured: read.data.amountCaptured }
}
`,
  },
  {
    generator: 'orval',
    command: 'dist/bin/orval.mjs',
    args: ['--config', 'orval.config.js'],
    files: {
      'orval.config.js': `
export default {
  sluice: {
    input: './openapi.json',
    output: { target: './generated/sluice.ts', client: 'fetch', baseUrl: { runtime: 'String(Reflect.get(globalThis, "gatewayUrl"))' } },
  },
}
`,
    },
    program: `
import { authorizeTransaction, captureTransaction, getTransaction } from './generated/sluice.js'

export const pay = async (baseUrl: string, apiKey: string) => {
  Object.assign(globalThis, { gatewayUrl: baseUrl })
  const headers = { 'x-api-key': apiKey }
  const authorized = await authorizeTransaction(
    { payment: ${card}, amount: { value: 26.25 } },
    { headers: { ...headers, 'Idempotency-Key': 'order-3' } },
  )
  if (authorized.status !== 200) throw new Error(String(authorized.status))
  const { transactionId } = authorized.data
  const captured = await captureTransaction({ transactionId }, { headers })
  if (captured.status !== 200) throw new Error(String(captured.status))
  const read = await getTransaction(transactionId, { headers })
  if (read.status !== 200) throw new Error(String(read.status))
  return { approved: captured.data.approved, status: read.data.status, captured: read.data.amountCaptured }
}
`,
  },
]
