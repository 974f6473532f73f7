import { type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from 'node:http'

/** An unparsed response. */
export type RawResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

/** Reads a message to its end. */
export const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Names below localhost are this machine: browsers know them, and the resolvers of some systems do not. */
const toAddress = ({ hostname, host }: URL): { hostname?: string; headers?: OutgoingHttpHeaders } =>
  hostname.endsWith('.localhost') ? { hostname: '127.0.0.1', headers: { host } } : {}

/** Fetches without decompressing. */
export const fetchRaw = (
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: OutgoingHttpHeaders; body?: Buffer } = {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const address = toAddress(new URL(url))
    sendRequest(url, { method, ...address, headers: { ...address.headers, ...headers } }, async (message) =>
      resolve({ status: message.statusCode ?? 0, headers: message.headers, body: await readBody(message) }),
    )
      .on('error', reject)
      .end(body)
  })
