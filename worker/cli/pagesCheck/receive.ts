import { request as overHttp, type IncomingHttpHeaders } from 'node:http'
import { request as overHttps } from 'node:https'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { CliError } from '../cliError.ts'

/** A response. */
export type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type Destination = 'document' | 'iframe' | 'script' | 'empty'

const patienceMs = 20_000
/** Larger than any page or script. */
const mostBytes = 8 * 1024 * 1024

/** The headers of a shopper's browser. Attackers often change a payment page for shoppers only, and fetch would send other headers. */
const asBrowser = (destination: Destination): Record<string, string> => ({
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: destination === 'document' || destination === 'iframe' ? 'text/html,application/xhtml+xml,*/*;q=0.8' : '*/*',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-dest': destination,
  'sec-fetch-mode': destination === 'document' || destination === 'iframe' ? 'navigate' : 'cors',
  'sec-fetch-site': destination === 'document' ? 'none' : 'cross-site',
})

const unpacked = (body: Buffer, encoding: string | undefined, url: URL): Buffer => {
  if (encoding === undefined) return body
  try {
    if (encoding === 'br') return brotliDecompressSync(body)
    if (encoding === 'gzip') return gunzipSync(body)
  } catch {
    // Reported below like an unknown encoding.
  }
  throw new CliError(`${url} has the encoding ${encoding}, which cannot be decoded.`)
}

/**
 * Requests a URL as a shopper's browser does. Redirects are not followed, since payment pages have none.
 *
 * @param encodings Accept-Encoding; files exist compressed and plain
 * @throws CliError if the gateway is unreachable or the response cannot be decoded
 */
export const receive = (
  url: URL,
  { destination, encodings = 'gzip, br' }: { destination: Destination; encodings?: string },
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new CliError(`${url} is unreachable (${reason}).`))
    const headers = { ...asBrowser(destination), 'accept-encoding': encodings }
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > mostBytes) request.destroy(new Error(`more than ${mostBytes} bytes`))
      })
      response.on('error', ({ message }) => fail(message))
      response.on('end', () => {
        try {
          const body = unpacked(Buffer.concat(chunks), response.headers['content-encoding'], url)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    // Limits the whole response, not only the first byte.
    const timer = setTimeout(() => request.destroy(new Error(`not within ${patienceMs / 1000} s`)), patienceMs)
    request.on('close', () => clearTimeout(timer))
    request.on('error', ({ message }) => fail(message))
    request.end()
  })
